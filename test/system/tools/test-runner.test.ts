import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect } from 'chai';
import { isFullEffort } from '../../support/effort.ts';
import { root } from '../../support/repository/files.ts';

type Phase = { readonly files: readonly (string | readonly string[])[]; readonly processes: number };
type Totals = {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly reports: readonly { readonly what: string; readonly report: string }[];
};
type Pool = {
  readonly runFiles: (
    phases: readonly Phase[],
    options: { readonly program: string; readonly say: (line: string) => void; readonly bail?: boolean },
  ) => Promise<Totals>;
};

const { runFiles }: Pool = await import(pathToFileURL(join(root, 'tools/testing/pool.mjs')).href);

const { isSource }: { readonly isSource: (path: string) => boolean } = await import(
  pathToFileURL(join(root, 'tools/testing/watch.mjs')).href
);

type Schedule = {
  readonly filesOfRun: (files: readonly string[], isNamed: boolean) => readonly string[];
  readonly fullRunsOnly: Readonly<Record<string, string>>;
  readonly phasesOf: (files: readonly string[]) => readonly Phase[];
};

const { filesOfRun, fullRunsOnly, phasesOf }: Schedule = await import(
  pathToFileURL(join(root, 'tools/testing/schedule.mjs')).href
);

/** A worker that reports `passed` for each file, and ends in the way that a case says. */
const workerWith = ({ passed = 1, onStart = '', onRun = '', onEnd = 'process.disconnect();' }): string => `
  ${onStart}
  const done = { type: 'done', passed: ${passed}, failed: 0, skipped: 0, report: '', ms: 1, processor: 0 };
  process.on('message', (message) => {
    if (message.type === 'run') { ${onRun} process.send(done); }
    if (message.type === 'end') { ${onEnd} }
  });
  process.send({ type: 'ready' });`;

describe('the test runner', () => {
  let folder: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'portcullis-runner-'));
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  const totalsOf = async (
    worker: string,
    phases: readonly Phase[] = [{ files: ['a.test.ts'], processes: 1 }],
    bail = false,
  ) => {
    const program = join(folder, 'worker.mjs');
    writeFileSync(program, worker);
    const { passed, failed, reports } = await runFiles(phases, { program, say: () => undefined, bail });
    return { passed, failed, reports: reports.map(({ what }) => what) };
  };

  it('counts no failure if every file passes', async () => {
    const phases = [
      { files: ['a.test.ts', 'b.test.ts'], processes: 2 },
      { files: ['c.test.ts'], processes: 1 },
    ];
    expect(await totalsOf(workerWith({}), phases)).to.deep.equal({ passed: 3, failed: 0, reports: [] });
  });

  it('leaves files that exist to full runs, unless somebody names them', () => {
    const left = Object.keys(fullRunsOnly);
    expect(left.filter((file) => !existsSync(join(root, 'test', file)))).to.deep.equal([]);
    expect(filesOfRun([...left, 'a.test.ts'], true)).to.deep.equal([...left, 'a.test.ts']);
    const quick = filesOfRun([...left, 'a.test.ts'], false);
    expect(quick).to.deep.equal(isFullEffort ? [...left, 'a.test.ts'] : ['a.test.ts']);
  });

  it('begins with the rules of sources in one process, and with files without a weight before the longest', () => {
    const others = ['a-new.test.ts', 'embedding/embedding.test.ts', 'architecture/supply-chain/sbom.test.ts'];
    const rules = ['architecture/functions.test.ts', 'architecture/view-names.test.ts'];
    const [first] = phasesOf([...others, ...rules].toReversed());
    expect(first?.files).to.deep.equal([rules, ...others]);
  });

  it('runs the files of a list in one process, and the rest of them in another if it dies', async () => {
    const files = ['a', 'b', 'c'].map((name) => `${name}.test.ts`);
    const lines: string[] = [];
    const run = async (onRun: string) => {
      const program = join(folder, 'listing.mjs');
      writeFileSync(program, workerWith({ onRun }));
      return runFiles([{ files: [files, 'd.test.ts'], processes: 2 }], { program, say: (line) => lines.push(line) });
    };
    const told = "process.send({ type: 'line', line: message.path.at(-9) + ' ' + process.pid });";
    expect((await run(told)).passed).to.equal(4);
    const [own, ...others] = files.map((file) => lines.find((line) => line.startsWith(file.charAt(0)))?.slice(2));
    expect(others).to.deep.equal([own, own]);
    const dying = "if (message.path.endsWith('a.test.js')) return process.kill(process.pid, 'SIGKILL');";
    expect(await run(dying)).to.include({ passed: 3, failed: 1 });
  });

  it('begins no further file after a failure where it is told so', async () => {
    const failing = workerWith({ passed: 0, onRun: 'done.failed = 1;' });
    const phases = ['a', 'b'].map((name) => ({ files: [`${name}.test.ts`, `${name}2.test.ts`], processes: 1 }));
    expect((await totalsOf(failing, phases, true)).failed).to.equal(1);
    expect((await totalsOf(failing, phases)).failed).to.equal(4);
  });

  it('runs again for sources alone, and for nothing that a build or a run writes', () => {
    const paths = [
      'domain/src/a.ts',
      'verify/src/views/a.tsx',
      'domain/dist/a.js',
      'unit/domain/a.test.ts',
      'app/bundle/main.mjs',
      'console/node_modules/a/package.json',
      'dist/unit/a.test.d.ts',
      'domain/a.tsbuildinfo',
    ];
    expect(paths.filter(isSource)).to.deep.equal([paths[0], paths[1], paths[3]]);
  });

  it('counts a failure if no test ran', async () => {
    expect(await totalsOf(workerWith({ passed: 0 }))).to.deep.equal({
      passed: 0,
      failed: 1,
      reports: ['no test ran'],
    });
  });

  it('counts a failure for a process that dies before it asks for a file', async () => {
    expect(await totalsOf(workerWith({ onStart: 'process.exit(3);' }))).to.deep.equal({
      passed: 0,
      failed: 2,
      reports: [
        'before the first file: the process of the tests ended with exit code 3',
        'no process was left to run a.test.ts',
      ],
    });
  });

  it('counts a failure for a process that dies after its last file', async () => {
    expect(await totalsOf(workerWith({ onEnd: 'process.exit(7);' }))).to.deep.equal({
      passed: 1,
      failed: 1,
      reports: ['after a.test.ts: the process of the tests ended with exit code 7'],
    });
  });

  it('counts a failure for a file whose process is killed, and runs the next file', async () => {
    const onRun = "if (message.path.endsWith('a.test.js')) return process.kill(process.pid, 'SIGKILL');";
    const phases = [{ files: ['a.test.ts', 'b.test.ts'], processes: 1 }];
    expect(await totalsOf(workerWith({ onRun }), phases)).to.deep.equal({
      passed: 1,
      failed: 1,
      reports: ['a.test.ts: the process of the tests ended by SIGKILL'],
    });
  });

  it('prints the outage that a failure was caused by, or has compared', async () => {
    const outage =
      "{ _tag: 'Unavailable', service: 'database', kind: 'unavailable', outageCause: 'dns_failed', cause: 'PostgreSQL: ENOTFOUND' }";
    writeFileSync(
      join(folder, 'outage.test.js'),
      `describe('it', () => {
        it('throws', () => { throw new Error('the task failed', { cause: ${outage} }); });
        it('compares', () => {
          throw Object.assign(new Error('expected'), { actual: { _tag: 'Left', left: ${outage} }, expected: {} });
        });
      });`,
    );
    const file = join(relative(join(root, 'test/dist'), folder), 'outage.test.ts');
    const program = join(root, 'test/support/test-worker.mjs');
    const { reports } = await runFiles([{ files: [file], processes: 1 }], { program, say: () => undefined });
    for (const title of ['throws', 'compares'])
      expect(reports[0]?.report).to.include(`${title}: database: unavailable dns_failed PostgreSQL: ENOTFOUND`);
  });

  it('gives a test and its hooks all the time that a debugger takes', async () => {
    const path = join(folder, 'stepped.test.js');
    writeFileSync(
      path,
      `describe('it', function () {
        this.timeout(1);
        const later = (done) => setTimeout(done, 20);
        before(later);
        beforeEach(later);
        it('is stepped through', function (done) {
          this.timeout(1);
          later(done);
        });
      });`,
    );
    const child = fork(join(root, 'test/support/test-worker.mjs'), { stdio: 'ignore' });
    const results: unknown[] = [];
    child.on('message', (message: { readonly type: string; readonly passed?: number; readonly failed?: number }) => {
      if (message.type === 'ready') child.send({ type: 'run', path, isTimed: false });
      if (message.type !== 'done') return;
      results.push([message.passed, message.failed]);
      child.send({ type: 'end' });
    });
    await once(child, 'exit');
    expect(results).to.deep.equal([[1, 0]]);
  });

  it('counts one failure for a process that something keeps alive', async () => {
    const onEnd = "process.send({ type: 'left-open', what: 'a timer' }, () => process.exit(1));";
    expect(await totalsOf(workerWith({ onEnd }))).to.deep.equal({
      passed: 1,
      failed: 1,
      reports: ['something was left open (a timer): the process did not end after a.test.ts'],
    });
  });

  for (const processes of [0, Number.NaN]) {
    it(`counts a failure for files that ${processes} processes leave unrun`, async () => {
      expect(await totalsOf(workerWith({}), [{ files: ['a.test.ts', 'b.test.ts'], processes }])).to.deep.equal({
        passed: 0,
        failed: 1,
        reports: ['no process was left to run a.test.ts, b.test.ts'],
      });
    });
  }
});
