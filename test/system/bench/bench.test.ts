import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { findPostgres } from '@portcullis/cli';
import { expect } from 'chai';
import { inFull, isFullEffort } from '../../support/effort.ts';
import { root, textOf } from '../../support/repository/files.ts';
import { filledPocketbase } from '../../support/servers/filled-pocketbase.ts';
import { isAlive, type Program } from '../../support/servers/program.ts';
import { runBench } from './bench-run.ts';

/** The parts, as the usage names them. */
const parts = ['routes', 'statements', 'journeys', 'growth', 'events', 'postgres'];

/** What a quick run runs: the rest of what a service is asked for, and of what a database is, is in these. */
const quickParts = ['routes', 'statements'];
const fullParts = findPostgres(process.env['POSTGRES_BIN']) === null ? parts.slice(0, -1) : parts;
const played = isFullEffort ? fullParts : quickParts;

const allBudgets: readonly { readonly part: string }[] = JSON.parse(textOf('bench/budgets.json'));
const budgets = allBudgets.filter(({ part }) => played.includes(part));

/** The ids of all processes whose parent this is, with their command lines (Linux, proc(5); else by ps(1)). */
const childrenOf = (parent: number): readonly (readonly [number, string])[] => {
  const threads = `/proc/${parent}/task`;
  if (!existsSync(`${threads}/${parent}/children`)) {
    const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' }).split('\n');
    const parsed = lines.map((line) => /^ *(\d+) +(\d+) (.*)$/.exec(line) ?? []);
    return parsed.flatMap(([, pid, of, command = '']) => (Number(of) === parent ? [[Number(pid), command]] : []));
  }
  return readdirSync(threads).flatMap((thread) => {
    try {
      const pids = readFileSync(`${threads}/${thread}/children`, 'latin1').match(/\d+/g) ?? [];
      return pids.map((pid) => [Number(pid), readFileSync(`/proc/${pid}/cmdline`, 'latin1')] as const);
    } catch {
      return []; // One of them has ended.
    }
  });
};

/** The process that the bench starts and whose command line contains the text. */
const childOf = async (program: Program, text: string): Promise<number> => {
  for (;;) {
    const found = childrenOf(program.child.pid ?? 0).find(([, command]) => command.includes(text));
    if (found !== undefined) return found[0];
    if (program.child.exitCode !== null) throw new Error(`the bench had no process of ${text}:\n${program.printed()}`);
    await setTimeout(10);
  }
};

describe('the bench', function () {
  this.timeout(300_000);
  const folder = mkdtempSync(join(tmpdir(), 'portcullis-bench-programs-'));
  const env = { POCKETBASE_BIN: join(folder, 'pocketbase') };
  before(() => filledPocketbase(folder));
  after(() => rmSync(folder, { recursive: true, force: true }));

  it('names every part that is run here, and ends with 64, where it is asked for another', async () => {
    const { code, printed, left } = await runBench(['nonsense', '--smoke']);
    expect([code, left]).to.deep.equal([64, []]);
    expect(/\[([a-z|]+)\]/.exec(printed)?.[1]?.split('|')).to.deep.equal(parts);
  });

  it('has a page that says of which parts a quick run makes a smoke run', () => {
    const [, listed = ''] = /`npm test` makes a smoke run of ([^,]*),/.exec(textOf('docs/benchmarks.md')) ?? [];
    expect([...listed.matchAll(/`([a-z-]+)`/g)].map(([, part]) => part)).to.deep.equal(quickParts);
  });

  const refused = [['--short', '--smoke'], ['routes', '--compare', 'HEAD'], ['--grow', 'many'], ['scale']];
  for (const args of refused) {
    inFull(`ends with 64 when it is asked for ${args.join(' ')}`, async () => {
      expect((await runBench(args)).code).to.equal(64);
    });
  }

  describe('once through its parts', () => {
    let all: Awaited<ReturnType<typeof runBench>>;
    before(async () => {
      all = await runBench([...played, '--smoke'], env);
    });

    for (const part of played) {
      it(`runs ${part} to its end`, () => {
        expect(all.printed).to.match(new RegExp(`\\n {2}${part} ran to its end, in \\d+ s\\n`));
      });
    }

    it('measures a number for every budget', () => {
      expect(all.printed).to.include(`${budgets.length} of ${budgets.length} budgets have a number`);
    });

    it('ends without an error, and leaves nothing behind', () => {
      expect([all.code, all.left], all.printed).to.deep.equal([0, []]);
    });
  });

  inFull('compares this build with one in a folder, route by route', async () => {
    const { code, printed, left } = await runBench(['--compare', root, '--smoke'], env);
    expect([code, left], printed).to.deep.equal([0, []]);
    const routes = printed.split('\n').filter((line) => /\(\d+\.\d+-\d+\.\d+\).*\(\d+\.\d+-\d+\.\d+\)$/.test(line));
    expect(routes).to.have.lengthOf(8);
  });

  it('ends with an error, and never says that it ran to its end, without a database', async () => {
    const { code, printed, left } = await runBench(['routes', '--smoke'], { POCKETBASE_BIN: '/nowhere/pocketbase' });
    expect([code, left]).to.deep.equal([1, []]);
    expect(printed).to.include('There is no PocketBase at /nowhere/pocketbase').and.not.to.include('ran to its end');
    expect(printed).to.include(`0 of ${budgets.filter(({ part }) => part === 'routes').length} budgets have a number`);
  });

  const programs = { 'the service': 'packages/app/bundle/main.js', PocketBase: 'serve' };
  for (const [what, text] of Object.entries(programs)) {
    inFull(`ends with an error as soon as ${what} has died, and leaves nothing behind`, async () => {
      let others: readonly number[] = [];
      const { code, printed, left } = await runBench(['routes', '--smoke'], env, async (program) => {
        await program.prints('starting the backend');
        others = await Promise.all(Object.values(programs).map((one) => childOf(program, one)));
        process.kill(await childOf(program, text), 'SIGKILL');
      });
      expect([code, left], printed).to.deep.equal([1, []]);
      expect(printed).to.include(`${what} ended while it was needed`).and.not.to.include('ran to its end');
      expect(others.filter(isAlive)).to.deep.equal([]);
    });
  }
});
