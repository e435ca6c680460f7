import { randomBytes } from 'node:crypto';
import { scenarios } from '@portcullis/adapter-memory';
import { migrate, postgresClient } from '@portcullis/adapter-postgres';
import { expect } from 'chai';
import { playJourney } from '../../support/clients/journey.ts';
import { plainPhoto } from '../../support/images/plain-photo.ts';
import { describePostgres, newDatabase } from '../../support/postgres/postgres.ts';
import { mustSucceed } from '../../support/run.ts';
import { openProduction } from '../../support/servers/production.ts';
import { linesOf } from '../../support/servers/service-program.ts';

const DATA_KEYS = `a:${randomBytes(32).toString('base64')}`;

describePostgres('the journey of a person in production, over a PostgreSQL', () => {
  it('ends as over a PocketBase, with a ledger that proves it, and the database is ready', async () => {
    const { url, drop } = await newDatabase();
    const client = postgresClient({ url });
    await mustSucceed(migrate(client));
    // An empty variable counts as not set: the account stands in the address.
    const account = { DB_USER_EMAIL: '', DB_USER_PASSWORD: '' };
    const production = await openProduction({ ...account, DATABASE_URL: url, DATA_KEYS });
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
      await client.close();
      await drop();
    }
  });
});
