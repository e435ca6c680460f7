import { createHmac, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Client, createClient, unwrap } from '@portcullis/client';
import { t } from '@portcullis/domain/kernel';
import { expect } from 'chai';
import { performStep, personClientAt, readBody } from '../../../support/clients/api-client.ts';
import { someOf } from '../../../support/effort.ts';
import { root } from '../../../support/repository/files.ts';
import { programIn } from '../../../support/repository/page-programs.ts';
import { freePort } from '../../../support/servers/free-port.ts';
import { type Program, startProgram } from '../../../support/servers/program.ts';
import { useSandbox } from '../../../support/servers/sandbox.ts';

const Verification = t.type({ id: t.string, url: t.string });

const now = (): number => Math.floor(Date.now() / 1000);

/** The headers of a webhook with this body, as Standard Webhooks has it. */
const signed = (secret: string, body: string, id: string, timestamp: number) => {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const digest = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': String(timestamp), 'webhook-signature': `v1,${digest}` };
};

const newSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;

describe("a partner's server of the guides", function () {
  this.timeout(120_000);
  const sandbox = useSandbox();
  let home: string;
  before(() => {
    home = mkdtempSync(join(tmpdir(), 'portcullis-partner-'));
    symlinkSync(join(root, 'node_modules'), join(home, 'node_modules'));
  });
  after(() => rmSync(home, { recursive: true, force: true }));

  it('is tried with webhooks that are signed as in the published example', () => {
    const example = signed(
      'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
      '{"test": 2432232314}',
      'msg_p5jXN8AQM9LWM0D4loKWxJek',
      1614265330,
    );
    expect(example['webhook-signature']).to.equal('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
  });

  // In a quick run a program with Node alone is tried as an example of the repository.
  for (const page of someOf(['docs/guides/express.md', 'docs/guides/plain-node.md'], 1)) {
    describe(page, () => {
      const oldest = newSecret();
      let newest: string;
      let client: Client;
      let endpointId: string;
      let program: Program;
      let address: string;
      before(async () => {
        const file = join(home, `${page.replace(/\W/g, '-')}.mjs`);
        writeFileSync(file, programIn(page, 'partner.mjs'));
        const { base_url: baseUrl, client_id: clientId, client_secret: clientSecret } = sandbox().info;
        const port = await freePort();
        address = `http://127.0.0.1:${port}`;
        client = createClient({ baseUrl, clientId, clientSecret });
        const created = unwrap(await client.webhookEndpoints.create({ url: `${address}/webhooks` }));
        endpointId = created.endpoint.id;
        newest = created.secret;
        const env = {
          PORTCULLIS_URL: baseUrl,
          CLIENT_ID: clientId,
          CLIENT_SECRET: clientSecret,
          WEBHOOK_SECRETS: `${newest} ${oldest}`,
          STATE: `${file}.json`,
          PORT: String(port),
        };
        program = startProgram(process.execPath, [file], { env, cwd: home });
        await program.prints(`listening on ${port}\n`);
      });
      after(async () => {
        await client.webhookEndpoints.delete(endpointId);
        await program.remove();
      });

      const post = (path: string, body: string, headers: Readonly<Record<string, string>> = {}) =>
        fetch(address + path, { method: 'POST', body, headers: { 'Content-Type': 'application/json', ...headers } });

      it('has sixty lines', () => {
        const lines = programIn(page, 'partner.mjs')
          .split('\n')
          .filter((line) => line.trim() !== '');
        expect(lines.length).to.be.at.most(60);
      });

      /** Has the program create a profile, and its person approved. Answers the id. */
      const verifyPerson = async (reference: string): Promise<string> => {
        const created = await post('/verifications', JSON.stringify({ reference }));
        const { id, url } = readBody(Verification, await created.json());
        expect(created.status).to.equal(201);
        const token = new URLSearchParams(new URL(url).hash.slice(1)).get('token') ?? '';
        const person = personClientAt(sandbox().info.base_url, id, token);
        for (const step of ['consent', 'document_front', 'liveness'] as const)
          await performStep(person, step, 'td3-valid');
        return id;
      };

      /** The id of the event of an approval. */
      const approvalOf = async (id: string): Promise<string> => {
        for await (const { events } of client.events.follow({ types: ['profile.approved'] })) {
          const found = events.find(({ data }) => data.id === id);
          if (found !== undefined) return found.id;
        }
        throw new Error('the feed has no end');
      };

      it('creates a profile, and learns of its approval by the feed', async () => {
        const id = await verifyPerson(`${page} by the feed`);
        await program.prints(`${id} is approved (feed)`);
      });

      it('answers the ping, and takes the webhook of an approval', async () => {
        const { endpoint, ping } = unwrap(await client.webhookEndpoints.ping(endpointId));
        expect([endpoint.status, ping.status]).to.deep.equal(['enabled', 200]);
        const id = await verifyPerson(`${page} by webhook`);
        await program.prints(`${id} is approved (`);
        const event = await approvalOf(id);
        const outcomes: (readonly [string, number | null])[] = [];
        while (outcomes.length === 0)
          for await (const one of client.webhookEndpoints.iterateTries(endpointId))
            if (one.event_id === event) outcomes.push([one.outcome, one.status]);
        expect(outcomes).to.deep.equal([['delivered', 200]]);
      });

      it('learns by webhooks that are signed with one of its secrets, once each, and by no others', async () => {
        const id = 'webhook00000001';
        const event = (status: string, version: number): string =>
          JSON.stringify({ type: `profile.${status}`, data: { id, object: 'profile', status, version } });
        const body = event('declined', 4);
        const send = async (text: string, headers: Readonly<Record<string, string>>): Promise<number> =>
          (await post('/webhooks', text, headers)).status;

        const good = signed(newest, body, 'evt_1', now());
        const { 'webhook-timestamp': _, ...timeless } = good;
        for (const [what, text, headers] of [
          ['no signature', body, {}],
          ['the secret of somebody else', body, signed(newSecret(), body, 'evt_1', now())],
          ['an empty secret', body, signed('whsec_', body, 'evt_1', now())],
          ['another body', event('approved', 4), good],
          ['another id', body, { ...good, 'webhook-id': 'evt_2' }],
          ['a request of six minutes ago', body, signed(newest, body, 'evt_1', now() - 360)],
          ['a request of the future', body, signed(newest, body, 'evt_1', now() + 360)],
          ['no time', body, timeless],
          ['a time that is none', body, signed(newest, body, 'evt_1', Number.NaN)],
          ['another kind of signature', body, { ...good, 'webhook-signature': good['webhook-signature'].slice(3) }],
        ] as const) {
          expect(await send(text, headers), what).to.equal(401);
        }
        expect(program.printed()).not.to.contain(id);

        const other = signed(newSecret(), body, 'evt_1', now())['webhook-signature'];
        const both = { ...good, 'webhook-signature': `v1a,b3RoZXI= ${other} ${good['webhook-signature']}` };
        expect(await send(body, both)).to.equal(200);
        expect(await send(body, good)).to.equal(200);
        const late = event('in_review', 3);
        expect(await send(late, signed(oldest, late, 'evt_2', now()))).to.equal(200);
        const next = event('approved', 6);
        expect(await send(next, signed(oldest, next, 'evt_3', now()))).to.equal(200);
        await program.prints(`${id} is approved (webhook)`);
        const told = program.printed().match(new RegExp(`${id} is \\w+`, 'g'));
        expect(told).to.deep.equal([`${id} is declined`, `${id} is approved`]);
      });
    });
  }
});
