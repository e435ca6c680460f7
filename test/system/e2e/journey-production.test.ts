import { setTimeout as sleep } from 'node:timers/promises';
import { type ScenarioName, scenarios } from '@portcullis/adapter-memory';
import { expect } from 'chai';
import { asyncHookAlarm, asyncHookMessage } from '../../support/async-hook-alarm.ts';
import { performStep, sendRequest } from '../../support/clients/api-client.ts';
import {
  newPerson,
  type PartnerClient,
  partnerWords,
  playJourney,
  scenariosOf,
} from '../../support/clients/journey.ts';
import { plainPhoto } from '../../support/images/plain-photo.ts';
import { expressions, missingIn } from '../../support/observability/expressions.ts';
import { everyLineIn } from '../../support/records/looks.ts';
import { storesOn } from '../../support/records/stores-over.ts';
import type { EngineName } from '../../support/servers/database-server.ts';
import { enginesOfJourneys, overEngine } from '../../support/servers/postgres-server.ts';
import { openProduction, type Production } from '../../support/servers/production.ts';
import { linesOf } from '../../support/servers/service-program.ts';

const journeysInProduction = (engine: EngineName): void => {
  let production: Production;
  let photo: Blob;

  before('start the service, its database and the simulator', async function () {
    this.timeout(120_000);
    photo = await plainPhoto();
    production = await openProduction({ NODE_OPTIONS: asyncHookAlarm }, engine);
  });
  after('stop all of them', async function () {
    this.timeout(15_000);
    await production.close();
  });

  /** The vendors know no scenarios: their responses are set before the person begins. */
  const choose = (scenario: ScenarioName): object => {
    production.simulator.reset();
    production.simulator.script({ scenario, event: { url: 'https://verify.example.com/verify' } });
    return {};
  };
  const partner = (): PartnerClient => ({ baseUrl: production.baseUrl, token: production.token, choose, photo });

  const isLast = (name: ScenarioName): number => (name === 'provider_down' ? 1 : 0);
  // The circuit to a failed vendor stays open for some seconds, so that an outage comes last.
  for (const name of scenariosOf('production').toSorted((a, b) => isLast(a) - isLast(b))) {
    const { retries, status, reasons } = scenarios[name].expected;
    it(`ends ${[status, ...reasons].join(', ')} in the scenario ${name}, with a ledger that proves it`, async () => {
      const played = await playJourney(partner(), name);
      expect({ retries: played.retries, status: played.status, reasons: played.reasons }).to.deep.equal({
        retries,
        status,
        reasons,
      });
      expect(played.ledger).to.deep.include({ ok: true, seq: played.version, status });
    });
  }

  it('has every metric and label that the dashboard and the alerts name, and nothing about a person', async () => {
    const { baseUrl, managementUrl, simulator } = production;
    simulator.script({ denied: ['rekognition:CreateFaceLivenessSession'] });
    const person = await newPerson({ ...partner(), choose: () => ({}) }, 'approve');
    await performStep(person, 'consent', photo);
    expect((await person.ask({ method: 'POST', path: '/api/face-liveness/session' })).status).to.equal(503);
    for (const step of [
      { outcome: 'done', duration_ms: 1500 },
      { outcome: 'failed', error: 'camera_denied' },
    ]) {
      const json = { step: 'camera', ...step };
      expect((await person.ask({ method: 'POST', path: '/api/flow/steps', json })).status).to.equal(204);
    }
    expect((await sendRequest(baseUrl, { path: '/api/nothing' })).status).to.equal(404);
    const page = async () => (await fetch(`${managementUrl}/metrics`, { headers: { Connection: 'close' } })).text();
    let text = await page();
    // The sweep counts what partners store every ten seconds, and a scrape waits for the readiness for 100 ms at most.
    while (!['portcullis_tenant_stored_bytes{', 'portcullis_ready_check{'].every((name) => text.includes(name))) {
      await sleep(250);
      text = await page();
    }
    expect(
      expressions.flatMap(([where, expr]) => missingIn(text, expr).map((what) => `${where}: ${what}`)),
    ).to.deep.equal([]);
    for (const word of [...Object.values(partnerWords), 'ERIKSSON', 'Eriksson', 'L898902C'])
      expect(text).not.to.include(word);
  });

  it('has called every vendor', () => {
    const calls = linesOf(production.program).filter(({ event }) => event === 'outgoing_call');
    const asked = new Set(calls.map(({ provider, service }) => `${provider} ${service}`));
    expect([...asked].sort()).to.deep.equal([
      'anthropic document_reader',
      'fingerprint device',
      'rekognition faces',
      'rekognition liveness',
      'sts browser_credentials',
    ]);
  });

  it('has enabled no async hook, in our code or in that of others', () => {
    const alarms = production.program
      .printed()
      .split('\n')
      .filter((line) => line.includes(asyncHookMessage));
    expect(alarms).to.deep.equal([]);
  });

  it('has left a line of the access log for each answer that showed a profile, whose id the log has as well', async () => {
    const { database, program } = production;
    program.child.kill('SIGTERM');
    await program.ended;
    const shown = linesOf(program).filter(
      ({ event, method, route, status }) =>
        event === 'request' && method === 'GET' && route === '/api/profiles/:id' && status === 200,
    );
    const { accessLog } = storesOn(database.driver());
    const looks = new Map((await everyLineIn(accessLog)).map((line) => [line.request_id, line.profile_id]));
    expect(shown).to.not.deep.equal([]);
    for (const { profile_id: id, request_id: request } of shown)
      expect([request, id]).to.deep.equal([request, looks.get(String(request))]);
  });
};

for (const engine of enginesOfJourneys)
  describe(`the journey of a person in production, over the real database and the vendors on the wire${overEngine(engine)}`, function () {
    this.timeout(120_000);
    journeysInProduction(engine);
  });
