import { postgresClient, postgresDriver } from '@portcullis/adapter-postgres';
import { expect } from 'chai';
import { isFullEffort } from '../support/effort.ts';
import { dialectFindings } from '../support/postgres/dialect.ts';
import { describePostgres, usePostgres } from '../support/postgres/postgres.ts';
import { postgresDatabase } from '../support/postgres/record-database.ts';
import { sentStatements } from '../support/postgres/sent-statements.ts';
import { slowCalls } from '../support/records/every-call.ts';
import { startRaw } from '../support/servers/raw-server.ts';
import { driverAndSomeStoresContracts, recordStoreContracts } from './record-store.contract.ts';
import { unansweredCallsContract } from './unanswered-calls.contract.ts';

describePostgres('the record store over a real PostgreSQL', () => {
  const database = usePostgres();
  const open = async () => {
    await database().empty();
    return postgresDatabase(database());
  };
  if (isFullEffort) recordStoreContracts('PostgreSQL', open);
  else driverAndSomeStoresContracts('PostgreSQL', open, 'the other stores');

  // A suite of its own, because the tests of a suite come before the suites in it.
  describe('the statements of all of these tests', () => {
    it('have the dialect alone that other engines of the protocol have', () => {
      const statements = [...sentStatements()];
      expect(statements.length).to.be.at.least(100);
      expect(statements.flatMap((text) => dialectFindings(text).map((found) => `${found}: ${text}`))).to.deep.equal([]);
    });
  });
});

unansweredCallsContract('PostgreSQL', async () => {
  const stub = await startRaw(() => undefined);
  const url = `postgres://user@127.0.0.1:${stub.port}/records`;
  const client = postgresClient({ url, deadlineMs: 300, fileDeadlineMs: 300 });
  return { driver: postgresDriver(client), close: () => stub.close(), slowCalls };
});
