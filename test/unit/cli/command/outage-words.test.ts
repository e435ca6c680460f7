import { readDatabaseVariables } from '@portcullis/app/configuration';
import { E, unavailable } from '@portcullis/domain';
import { type OutageCause, withOutageCause } from '@portcullis/domain/kernel';
import { expect } from 'chai';
import { unavailableResult } from '#cli/command/command-result';

const said = (code: string, cause: OutageCause): string =>
  unavailableResult(withOutageCause(unavailable('database', `PostgreSQL: ${code}`, 'rejected'), cause)).lines.join();

describe('a command whose record database cannot be used', () => {
  for (const [code, cause, words] of [
    ['42P01', 'missing_collection', 'Run npx portcullis migrate'],
    ['28P01', 'login_refused', 'does not accept the password'],
    ['3D000', 'login_refused', 'no database of the name'],
  ] as const)
    it(`says what a start says of ${code}`, () => {
      expect(said(code, cause)).to.include(words);
    });

  it('says a cause of our own as it is, and sends to the log of no database', () => {
    const failure = unavailable('database', 'the row of a names b', 'rejected');
    expect(unavailableResult(failure).lines).to.deep.equal([
      'The record database cannot be used (rejected): the row of a names b. Try again; if it stays so, the records were changed from outside, or this release has a fault. npx portcullis doctor looks further.',
    ]);
  });
});

describe('an address of a PostgreSQL that is not one', () => {
  for (const url of ['postgres://pc:a#b@h/pc', 'postgres://pc:a@h'])
    it(`is told without the account of a PocketBase: ${url}`, () => {
      const read = readDatabaseVariables({ DATABASE_URL: url });
      const names = E.isLeft(read) ? read.left.map(({ name }) => name) : [];
      expect(names).to.include('DATABASE_URL');
      expect(names).not.to.include('DB_USER_EMAIL');
      expect(names).not.to.include('DB_USER_PASSWORD');
    });
});
