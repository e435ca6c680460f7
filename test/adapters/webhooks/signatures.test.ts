import { spawnSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import type { WebhookRequest } from '@portcullis/events/ports';
import { expect } from 'chai';
import { Webhook } from 'standardwebhooks';
import { programIn } from '../../support/repository/page-programs.ts';
import { aRequest, newSecret, oldSecret, sendOnce, startReceiver } from './receiver.ts';

type Signed = { readonly body: string; readonly headers: { readonly [name: string]: string } };

/** Answers the headers of the signature and the body, as they arrive. */
const arrived = async (others: Partial<WebhookRequest>): Promise<Signed> => {
  const receiver = await startReceiver();
  await sendOnce(aRequest(receiver.url, others));
  await receiver.close();
  const [{ headers: all = {}, body = '' } = {}] = receiver.received;
  const names = ['webhook-id', 'webhook-timestamp', 'webhook-signature'];
  return { body, headers: Object.fromEntries(names.map((name) => [name, `${all[name]}`])) };
};

/** The examples that the makers of the scheme publish, with secrets of nobody. */
const published = [
  {
    secret: 'MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    seconds: 1_614_265_330,
    body: '{"test": 2432232314}',
    signature: 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  },
  {
    secret: 'C2FVsBQIhrscChlQIMV+b5sSYspob7oD',
    id: 'msg_27UH4WbU6Z5A5EzD8u03UvzRbpk',
    seconds: 1_649_367_553,
    body: '{"email":"test@example.com","username":"test_user"}',
    signature: 'v1,tZ1I4/hDygAJgO5TYxiSd6Sd0kDW6hPenDe+bTa3Kkw=',
  },
];

const body = '{"type":"profile.approved","note":"ü, 漢 and 🪪"}';

const page = 'docs/webhooks.md';
const isPythonInstalled = spawnSync('python3', ['--version']).status === 0;
const otherSecret = `whsec_${Buffer.alloc(32, 3).toString('base64')}`;

/** What the page's program in Python says of each secret. */
const driver = `
import json, sys
given = json.load(sys.stdin)
verdicts = [is_genuine(secret, given["headers"], given["body"].encode()) for secret in given["secrets"]]
print(json.dumps(verdicts))
`;

describe('the signature of a webhook', () => {
  it('is that of the published examples', async () => {
    for (const { secret, id, seconds, body, signature } of published) {
      const { headers } = await arrived({ id, body, at: new Date(seconds * 1000), secrets: [`whsec_${secret}`] });
      expect(headers).to.deep.equal({
        'webhook-id': id,
        'webhook-timestamp': String(seconds),
        'webhook-signature': signature,
      });
    }
  });

  it('is verified by standardwebhooks with either secret while they are rotated, and with no other', async () => {
    const signed = await arrived({ body, secrets: [newSecret, oldSecret] });
    expect(signed.headers['webhook-signature']?.split(' ')).to.have.length(2);
    for (const secret of [newSecret, oldSecret])
      expect(new Webhook(secret).verify(signed.body, signed.headers)).to.deep.equal(JSON.parse(body));
    expect(() => new Webhook(otherSecret).verify(signed.body, signed.headers)).to.throw('No matching signature');
    const single = await arrived({ body, secrets: [newSecret] });
    expect(() => new Webhook(oldSecret).verify(single.body, single.headers)).to.throw('No matching signature');
  });

  it('is refused by standardwebhooks for another body, another id and an old time', async () => {
    const { headers, body: sent } = await arrived({ body });
    const webhook = new Webhook(newSecret);
    expect(() => webhook.verify(`${sent} `, headers)).to.throw('No matching signature');
    expect(() => webhook.verify(sent, { ...headers, 'webhook-id': 'evt_2' })).to.throw('No matching signature');
    const old = await arrived({ body, at: new Date(Date.now() - 301_000) });
    expect(() => webhook.verify(old.body, old.headers)).to.throw('too old');
  });

  it('puts the newest secret first', async () => {
    const at = new Date(1_700_000_000_000);
    const { headers } = await arrived({ id: 'evt_9', body, at, secrets: [newSecret, oldSecret] });
    const expected = [2, 1].map((byte) =>
      createHmac('sha256', Buffer.alloc(32, byte)).update(`evt_9.1700000000.${body}`).digest('base64'),
    );
    expect(headers['webhook-signature']).to.equal(expected.map((one) => `v1,${one}`).join(' '));
  });

  /** The secrets, and whether a request that the first two have signed is genuine by each of them. */
  const judged = { secrets: [newSecret, oldSecret, otherSecret], genuine: [true, true, false] };

  it('is verified by the program for Node of the page, which refuses what was changed, and what is old', async () => {
    const code = `data:text/javascript,${encodeURIComponent(programIn(page, 'verify.mjs'))}`;
    const { isGenuine } = await import(code);
    const signed = await arrived({ body, secrets: [newSecret, oldSecret] });
    const of = ({ headers, body: sent }: Signed, secret = newSecret) => isGenuine(secret, headers, Buffer.from(sent));
    expect(judged.secrets.map((secret) => of(signed, secret))).to.deep.equal(judged.genuine);
    const old = await arrived({ body, at: new Date(Date.now() - 301_000) });
    const unsigned = { ...signed, headers: { ...signed.headers, 'webhook-signature': 'v1 v1, v1a,AA==' } };
    const changed = [{ ...signed, body: `${body} ` }, { ...signed, headers: {} }, unsigned, old];
    expect(changed.map((one) => of(one))).to.deep.equal([false, false, false, false]);
  });

  if (isPythonInstalled) {
    it("is verified by the page's program for Python, with its hmac", async () => {
      const verdicts = ({ headers, body: sent }: Signed): unknown => {
        const input = JSON.stringify({ headers, body: sent, secrets: judged.secrets });
        const program = programIn(page, 'verify.py') + driver;
        const { stdout, stderr } = spawnSync('python3', ['-c', program], { input, encoding: 'utf8' });
        expect(stderr).to.equal('');
        return JSON.parse(stdout);
      };
      const signed = await arrived({ body, secrets: [newSecret, oldSecret] });
      expect(verdicts(signed)).to.deep.equal(judged.genuine);
      expect(verdicts({ ...signed, body: `${body} ` })).to.deep.equal([false, false, false]);
      const old = await arrived({ body, at: new Date(Date.now() - 301_000) });
      expect(verdicts(old)).to.deep.equal([false, false, false]);
    });
  }
});
