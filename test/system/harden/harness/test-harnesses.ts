import { expect } from 'chai';
import type { EngineName } from '../../../support/servers/database-server.ts';
import { postgresPrograms } from '../../../support/servers/postgres-server.ts';
import { type Harness, violationsIn } from './harness.ts';

const testEach = (engine: EngineName, harnesses: readonly Harness[]): void => {
  for (const { claim, name, run } of harnesses) {
    it(`${name}: ${claim}`, async function () {
      this.timeout(180_000);
      const said: string[] = [];
      const findings = await run({ size: 'short', engine, seed: 1, say: (line) => said.push(line) });
      expect(violationsIn(findings), said.join('\n')).to.deep.equal([]);
    });
  }
};

/** Runs some harnesses in their short form. Every harness is handed in by exactly one test file. */
export const testHarnesses = (...harnesses: readonly Harness[]): void => {
  describe('the service under pressure, short run', () => testEach('pocketbase', harnesses));
};

/** Runs some harnesses in their short form over a PostgreSQL. Without its programs they are left out. */
export const testHarnessesOverPostgres = (...harnesses: readonly Harness[]): void => {
  describe('the service over PostgreSQL under pressure, short run', () => {
    if (postgresPrograms === null) it('is left out, because no PostgreSQL was found here (POSTGRES_BIN)');
    else testEach('postgres', harnesses);
  });
};
