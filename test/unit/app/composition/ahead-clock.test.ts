import { createContainer, silentLogger, Tokens } from '@portcullis/app';
import { expect } from 'chai';
import { configOf } from '../../../support/builders/configurations.ts';
import { startStub } from '../../../support/servers/stub-server.ts';

const day = 86_400_000;
const now = Date.parse('2027-01-31T12:00:00Z');
const shared = { clock: { now: () => now }, aheadMs: () => 30 * day };

describe('the clock that a sandbox moves ahead', () => {
  it('is that of everything which is judged there, and not of what is compared with other clocks', async () => {
    const container = await createContainer(configOf({}), 'sandbox', silentLogger, shared);
    expect(container.get(Tokens.clock).now()).to.equal(now + 30 * day);
    expect(container.get(Tokens.machineClock).now()).to.equal(now);
    expect(container.get(Tokens.clockWatch).clock.now()).to.equal(now);
  });

  it('leaves the time of a webhook, which a receiver compares with its own', async () => {
    const times: (string | undefined)[] = [];
    const receiver = await startStub((request, response) => {
      times.push(request.headers['webhook-timestamp']?.toString());
      response.writeHead(204).end();
    });
    const config = configOf({ WEBHOOK_ALLOW_HTTP: 'true', WEBHOOK_ALLOW_NETWORKS: '127.0.0.0/8' });
    const container = await createContainer(config, 'sandbox', silentLogger, shared);
    const sender = container.get(Tokens.webhookSender);
    const at = new Date(container.get(Tokens.clock).now());
    const secrets = [`whsec_${Buffer.alloc(32).toString('base64')}`];
    const sent = await sender.send({ id: 'evt_1', url: receiver.url, body: '{}', at, secrets })();
    await sender.close();
    await receiver.close();
    expect(sent).to.include({ _tag: 'Answered', status: 204 });
    expect(times).to.deep.equal([String(now / 1000)]);
  });

  it('is moved in no service, whatever it is given', async () => {
    const container = await createContainer(configOf({}), 'vendors', silentLogger, shared);
    expect(container.get(Tokens.clock).now()).to.equal(now);
  });
});
