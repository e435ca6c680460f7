import { findPostgres } from '@portcullis/cli';
import { expect } from 'chai';
import { isFullEffort } from '../../support/effort.ts';
import { runBench } from './bench-run.ts';

const parts = ['engines', 'commits', 'instances', 'scale', 'copy', 'queue'];

const bin = process.env['POSTGRES_BIN'];

/** A full run alone tries them: a quick one has the parts with a PocketBase, by the same program. */
const suite = function (this: Mocha.Suite): void {
  this.timeout(300_000);
  if (findPostgres(bin) === null) {
    it('are left out, because no PostgreSQL was found here (POSTGRES_BIN)');
    return;
  }

  let all: Awaited<ReturnType<typeof runBench>>;
  before(async () => {
    const env = bin === undefined ? {} : { POSTGRES_BIN: bin };
    all = await runBench(['--database', 'postgres', ...parts, '--smoke'], env);
  });

  for (const part of parts) {
    it(`are run to the end: ${part}`, () => {
      expect(all.printed).to.match(new RegExp(`\\n {2}${part} ran to its end, in \\d+ s\\n`));
    });
  }

  it('read back ledgers that they have loaded, and verify them', () => {
    expect(all.printed).to.include('ledgers of each database were read and verify');
  });

  it('end without an error, and leave nothing behind', () => {
    expect([all.code, all.left], all.printed).to.deep.equal([0, []]);
  });
};

if (isFullEffort) describe('the parts of the bench with a PostgreSQL', suite);
