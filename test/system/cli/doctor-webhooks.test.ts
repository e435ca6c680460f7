import { anEndpoint } from '@portcullis/contracts/builders';
import { type Simulator, startSimulator } from '@portcullis/vendor-simulator';
import { expect } from 'chai';
import { Webhook } from 'standardwebhooks';
import { doctorCommand } from '#cli/doctor/doctor-command';
import { storesOver } from '../../support/records/stores-over.ts';
import { mustSucceed } from '../../support/run.ts';
import { useOwnPocketbase } from '../../support/servers/pocketbase.ts';
import { vendorsAt } from '../../support/servers/production.ts';
import { environmentOf } from '../../support/servers/service-program.ts';
import { type StubServer, startStub } from '../../support/servers/stub-server.ts';
import { runCommand } from '../../support/services/commands.ts';

const allowed = { WEBHOOK_ALLOW_NETWORKS: '127.0.0.0/8', WEBHOOK_ALLOW_HTTP: 'true' };

describe('npx portcullis doctor --webhooks', function () {
  this.timeout(120_000);
  const database = useOwnPocketbase();
  let simulator: Simulator;
  let receiver: StubServer;
  const bodies: unknown[] = [];

  before(async () => {
    simulator = await startSimulator({ environment: 'test' });
    const webhook = new Webhook(anEndpoint().secrets[0]?.secret ?? '');
    receiver = await startStub(async (request, response) => {
      let body = '';
      for await (const chunk of request) body += chunk;
      bodies.push(webhook.verify(body, request.headers as Record<string, string>));
      response.writeHead(request.url === '/broken' ? 500 : 204).end();
    });
  });
  after(async () => {
    await receiver.close();
    await simulator.close();
  });

  const findings = async (changes: Readonly<Record<string, string>>, ...options: readonly string[]) => {
    const environment = environmentOf(database().url, { ...vendorsAt(simulator.url), ...changes });
    const { code, lines } = await runCommand(doctorCommand, environment, ...options);
    return { code, lines: lines.filter((line) => line.includes('webhook endpoint')) };
  };

  it('says so where no endpoint is enabled', async () => {
    const { lines } = await findings(allowed, '--webhooks');
    expect(lines).to.deep.equal(['ok       webhook endpoints: none is enabled, so nothing was sent.']);
  });

  it('sends a signed ping to every enabled endpoint, and says what each answered and what to do', async () => {
    const { webhookEndpoints: endpoints } = storesOver(database().client);
    const insert = (id: string, path: string, more = {}) =>
      mustSucceed(endpoints.insert(anEndpoint(id, { url: `${receiver.url}${path}`, ...more }), 0));
    await insert('endpoint0000001', '/hooks');
    await insert('endpoint0000002', '/broken', { tenant: { partnerId: 'globex', teamId: null } });
    await insert('endpoint0000003', '/hooks', { status: 'disabled', disabledReason: 'requested' });
    const stored = await mustSucceed(endpoints.ofPartner('acme'));

    const { code, lines } = await findings(allowed, '--webhooks');
    expect(code).to.equal(1);
    expect(lines.map((line) => line.replace(/\d+ ms/, 'n ms'))).to.deep.equal([
      'ok       webhook endpoint endpoint0000001 of acme: it answered the ping with 204 after n ms.',
      'WRONG    webhook endpoint endpoint0000002 of globex: it answered the ping with 500 after n ms. Look at the receiver, and at what is between it and this machine.',
    ]);
    expect(bodies).to.have.length(2);
    for (const body of bodies) expect(body).to.include({ type: 'endpoint.ping' });
    expect(await mustSucceed(endpoints.ofPartner('acme'))).to.deep.equal(stored);

    const refused = await findings({ WEBHOOK_ALLOW_HTTP: 'true' }, '--webhooks');
    expect(refused.lines).to.have.length(2);
    for (const line of refused.lines)
      expect(line).to.match(/^WRONG .*did not answer the ping \(refused_address\)\. .*WEBHOOK_ALLOW_NETWORKS\.$/);
    expect(bodies).to.have.length(2);
  });

  it('sends nothing without the option', async () => {
    expect((await findings(allowed)).lines).to.deep.equal([]);
    expect(bodies).to.have.length(2);
  });
});
