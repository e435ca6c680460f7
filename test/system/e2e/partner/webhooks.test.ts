import { t } from '@portcullis/domain/kernel';
import { expect } from 'chai';
import { Webhook } from 'standardwebhooks';
import { readReply, sendRequest } from '../../../support/clients/api-client.ts';
import { playJourney, sandboxScenario } from '../../../support/clients/journey.ts';
import { useSandbox } from '../../../support/servers/sandbox.ts';
import { startStub } from '../../../support/servers/stub-server.ts';

const Created = t.type({
  endpoint: t.type({ id: t.string, status: t.string }),
  secret: t.string,
  ping: t.type({ delivered: t.boolean }),
});
const Tries = t.type({ data: t.array(t.type({ event_id: t.string, outcome: t.string, status: t.number })) });

type Received = { readonly id: string; readonly type: string; readonly data: { readonly id: string } };

/** A receiver of webhooks on this machine. */
const openReceiver = async () => {
  const requests: { readonly body: string; readonly headers: Record<string, string> }[] = [];
  let wake: () => void = () => undefined;
  const { close, url } = await startStub((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const headers = Object.entries(request.headers).map(([name, value]): [string, string] => [name, String(value)]);
      requests.push({ body: Buffer.concat(chunks).toString(), headers: Object.fromEntries(headers) });
      response.writeHead(204).end(() => wake());
    });
  });
  const next = () =>
    new Promise<void>((resolve) => {
      wake = resolve;
    });
  return { url: `${url}/hooks`, requests, next, close };
};

describe('a partner that gets webhooks of a sandbox', function () {
  this.timeout(120_000);
  const sandbox = useSandbox();

  it('learns of an approval by signed events in their order, and finds the tries in the log', async () => {
    const { base_url: baseUrl, token } = sandbox().info;
    const receiver = await openReceiver();
    const path = '/api/webhook-endpoints';
    const created = readReply(
      Created,
      await sendRequest(baseUrl, { method: 'POST', path, token, json: { url: receiver.url } }),
      201,
    );
    expect([created.endpoint.status, created.ping.delivered]).to.deep.equal(['enabled', true]);
    const webhook = new Webhook(created.secret);
    const received = (): readonly Received[] =>
      receiver.requests.map(({ body, headers }) => webhook.verify(body, headers) as Received);
    expect(received().map(({ type }) => type)).to.deep.equal(['endpoint.ping']);

    const journey = playJourney({ baseUrl, token, choose: sandboxScenario }, 'approve');
    while (received().at(-1)?.type !== 'profile.approved') await receiver.next();
    const { person } = await journey;
    expect(
      received()
        .slice(1)
        .map(({ data, type }) => [type, data.id]),
    ).to.deep.equal(
      ['created', 'consent_given', 'submitted', 'approved'].map((type) => [`profile.${type}`, person.profileId]),
    );

    const log = async () =>
      readReply(Tries, await sendRequest(baseUrl, { path: `${path}/${created.endpoint.id}/deliveries`, token })).data;
    let tries = await log();
    while (tries.length < 4) tries = await log();
    expect(tries.map(({ outcome, status }) => [outcome, status])).to.deep.equal(Array(4).fill(['delivered', 204]));
    expect(tries.map((one) => one.event_id)).to.have.members(
      received()
        .slice(1)
        .map(({ id }) => id),
    );
    await receiver.close();
  });
});
