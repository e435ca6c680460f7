import { postgresClient, postgresDriver } from '@portcullis/adapter-postgres';
import { expect } from 'chai';
import { isFullEffort } from '../support/effort.ts';
import { dialectFindings } from '../support/postgres/dialect.ts';
import { describePostgres, everyVersion, type Programs, usePostgres } from '../support/postgres/postgres.ts';
import { postgresDatabase } from '../support/postgres/record-database.ts';
import { sentStatements } from '../support/postgres/sent-statements.ts';
import { slowCalls } from '../support/records/every-call.ts';
import { startRaw } from '../support/servers/raw-server.ts';
import { driverContractsAlone, recordStoreContracts } from './record-store.contract.ts';
import { unansweredCallsContract } from './unanswered-calls.contract.ts';

/**
 * A full run tries every store over every version that is found, configured as a server is at first. A quick run tries
 * the driver alone, since the stores know a driver by its contract.
 */
const suiteOver = (name: string, programs?: Programs | null): void =>
  describePostgres(`the record store over a real ${name}`, () => {
    const database = usePostgres(programs);
    const open = async () => {
      await database().empty();
      return postgresDatabase(database());
    };
    if (isFullEffort) recordStoreContracts(name, open);
    else driverContractsAlone(name, open);

    // A suite of its own, because the tests of a suite come before the suites in it.
    describe('the statements of all of these tests', () => {
      it('have the dialect alone that other engines of the protocol have', () => {
        const statements = [...sentStatements()];
        expect(statements.length).to.be.at.least(100);
        const findings = statements.flatMap((text) => dialectFindings(text).map((found) => `${found}: ${text}`));
        expect(findings).to.deep.equal([]);
      });
    });
  });

const versions = everyVersion();
if (isFullEffort && versions.length > 0)
  for (const [version, programs] of versions) suiteOver(`PostgreSQL ${version}`, programs);
else suiteOver('PostgreSQL');

unansweredCallsContract('PostgreSQL', async () => {
  const stub = await startRaw(() => undefined);
  const url = `postgres://user@127.0.0.1:${stub.port}/records`;
  const client = postgresClient({ url, deadlineMs: 300, fileDeadlineMs: 300 });
  return { driver: postgresDriver(client), close: () => stub.close(), slowCalls };
});
