import { expect } from 'chai';
import { isFullEffort } from '../support/effort.ts';
import { dialectFindings } from '../support/postgres/dialect.ts';
import { describePostgres, type Engine, everyVersion, isolations, usePostgres } from '../support/postgres/postgres.ts';
import { postgresDatabase } from '../support/postgres/record-database.ts';
import { sentStatements } from '../support/postgres/sent-statements.ts';
import type { OpenRecordDatabase } from '../support/records/record-database.ts';
import { recordStoreContracts, severalTablesContracts } from './record-store.contract.ts';

type Case = { readonly name: string; readonly engine: Engine };

/**
 * Every version, with every level of isolation and both values of the one switch. The engine of the other tests, which
 * has statements that write to several tables, is among them.
 */
const everyCase = (): readonly Case[] =>
  everyVersion().flatMap(([version, programs]) =>
    isolations.flatMap((isolation) =>
      [true, false].map((cteWrites) => ({
        name: `PostgreSQL ${version}, ${isolation}, ${cteWrites ? 'statements for several tables' : 'a table at a time'}`,
        engine: { programs, isolation, cteWrites },
      })),
    ),
  );

/** A quick run tries the other value of the switch, and there what is sent otherwise because of it. */
const quickCase: Case = { name: 'PostgreSQL, a table at a time', engine: { cteWrites: false } };

const [cases, contracts] = isFullEffort ? [everyCase(), recordStoreContracts] : [[quickCase], severalTablesContracts];

const suiteOf = ({ engine, name }: Case): void => {
  const database = usePostgres(engine);
  const open: OpenRecordDatabase = async () => {
    await database().empty();
    return postgresDatabase(database());
  };
  it(`is ${name}`, async () => {
    const { rows } = await database().admin.query('show default_transaction_isolation');
    expect(rows).to.deep.equal([{ default_transaction_isolation: engine.isolation ?? 'read committed' }]);
    expect(database().client.cteWrites).to.equal(engine.cteWrites);
  });
  contracts(name, open);
};

for (const one of cases) describePostgres(`the record store over ${one.name}`, () => suiteOf(one));

describePostgres('the statements for all of these engines', () => {
  it('have the dialect alone that other engines of the protocol have', () => {
    const statements = [...sentStatements()];
    expect(statements.length).to.be.at.least(50);
    expect(statements.flatMap((text) => dialectFindings(text).map((found) => `${found}: ${text}`))).to.deep.equal([]);
  });
});
