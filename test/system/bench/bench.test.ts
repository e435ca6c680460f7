import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { startProgram } from '../../support/servers/program.ts';

type Run = { readonly code: number | null; readonly printed: string; readonly left: readonly string[] };

/** A run of the bench with a temporary folder of its own, and what it leaves there. */
const bench = async (args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Run> => {
  const folder = mkdtempSync(join(tmpdir(), 'portcullis-bench-test-'));
  const program = startProgram(process.execPath, ['bench/run.mjs', ...args], { env: { TMPDIR: folder, ...env } });
  try {
    const { code } = await program.ended;
    return { code, printed: program.printed(), left: readdirSync(folder) };
  } finally {
    await program.remove();
    rmSync(folder, { recursive: true, force: true });
  }
};

/** The parts, as the usage names them. */
const parts = ['routes', 'keys', 'statements', 'journeys', 'growth'];

describe('the bench', function () {
  this.timeout(120_000);

  it('names every part that is run here, and ends with 64, where it is asked for another', async () => {
    const { code, printed, left } = await bench(['nonsense', '--smoke']);
    expect([code, left]).to.deep.equal([64, []]);
    expect(/\[([a-z|]+)\]/.exec(printed)?.[1]?.split('|')).to.deep.equal(parts);
  });

  describe('once through every part', () => {
    let all: Run;
    before(async () => {
      all = await bench(['--smoke']);
    });

    for (const part of parts) {
      it(`runs ${part} to its end`, () => {
        expect(all.printed).to.match(new RegExp(`\\n {2}${part} ran to its end, in \\d+ s\\n`));
      });
    }

    it('ends without an error, and leaves nothing behind', () => {
      expect([all.code, all.left], all.printed).to.deep.equal([0, []]);
    });
  });

  it('ends with an error, and never says that it ran to its end, without a database', async () => {
    const { code, printed, left } = await bench(['routes', '--smoke'], { POCKETBASE_BIN: '/nowhere/pocketbase' });
    expect([code, left]).to.deep.equal([1, []]);
    expect(printed).to.include('There is no PocketBase at /nowhere/pocketbase').and.not.to.include('ran to its end');
  });
});
