import { scenarios } from '@portcullis/adapter-memory';
import { expect } from 'chai';
import { playJourney } from '../../support/clients/journey.ts';
import { inFull } from '../../support/effort.ts';
import { plainPhoto } from '../../support/images/plain-photo.ts';
import { postgresPrograms } from '../../support/servers/postgres-server.ts';
import { openProduction } from '../../support/servers/production.ts';
import { linesOf } from '../../support/servers/service-program.ts';

/** A full run plays all scenarios so in the tests of the journeys over PocketBase; this is what it is compared with. */
describe('the journey of a person in production, over a PostgreSQL in processes of its own', function () {
  this.timeout(120_000);
  if (postgresPrograms === null) {
    it('is left out, because no PostgreSQL was found here (POSTGRES_BIN)');
    return;
  }

  inFull('ends as over a PocketBase, with a ledger that proves it, and the database is ready', async () => {
    const production = await openProduction({}, 'postgres');
    try {
      const { baseUrl, managementUrl, token, simulator, program } = production;
      const photo = await plainPhoto();
      for (const name of ['approve', 'decline_face_mismatch'] as const) {
        const choose = (scenario: typeof name): object => {
          simulator.reset();
          simulator.script({ scenario, event: { url: 'https://verify.example.com/verify' } });
          return {};
        };
        const played = await playJourney({ baseUrl, token, choose: () => choose(name), photo }, name);
        const { status, reasons } = scenarios[name].expected;
        expect([played.status, played.reasons]).to.deep.equal([status, reasons]);
        expect(played.ledger).to.deep.include({ ok: true, seq: played.version, status });
      }
      expect((await fetch(`${managementUrl}/readyz`)).status).to.equal(200);
      const metrics = await (await fetch(`${managementUrl}/metrics`)).text();
      expect(metrics).to.match(/portcullis_port_call_duration_seconds_count\{[^}]*provider="postgres"/);
      expect(linesOf(program).filter(({ level }) => level === 'error')).to.deep.equal([]);
    } finally {
      await production.close();
    }
  });
});
