import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { createLocalReader } from '@portcullis/adapter-local-reader';
import type { DocumentReading, Unavailable } from '@portcullis/domain';
import { expect } from 'chai';
import type { LocalReaderOptions } from '#adapters/local-reader/local-reader';
import { inFull } from '../../support/effort.ts';
import { bricks, drawn, plain } from '../../support/images/hostile-pictures.ts';
import { photoOf, specimen } from '../../support/images/specimens.ts';
import { mustFail, mustSucceed } from '../../support/run.ts';

const input = {
  call: { profileId: 'abc000000000001', attempt: 1 },
  front: photoOf('td3-valid'),
  back: null,
  hints: {},
} as const;

const kindOf = ({ _tag, service, kind }: Unavailable) => ({ _tag, service, kind });
const unavailable = (kind: Unavailable['kind']) => ({ _tag: 'Unavailable', service: 'document_reader', kind });

/** Runs one test with a reader, which is closed after it. */
const withReader = async (
  options: LocalReaderOptions,
  test: (opened: ReturnType<typeof createLocalReader>) => Promise<void>,
) => {
  const opened = createLocalReader(options);
  try {
    await test(opened);
  } finally {
    await opened.close();
  }
};

const lines = specimen('td3-valid').lines;

describe('the local reader', function () {
  this.timeout(60_000);

  it('gives up a read at the deadline, and reports that it was late', () =>
    withReader({ deadlineMs: 1 }, async ({ reader }) => {
      expect(kindOf(await mustFail(reader.read(input)))).to.deep.equal(unavailable('timeout'));
    }));

  describe('that three callers ask at once, and a fourth one after it was idle', () => {
    const opened = createLocalReader({ threads: 1, maxWaiting: 1, idleMs: 1 });
    let waiting: readonly DocumentReading[] = [];
    let refused: Unavailable;
    let afterwards: DocumentReading;
    before(async () => {
      const reads = [mustSucceed(opened.reader.read(input)), mustSucceed(opened.reader.read(input))];
      refused = await mustFail(opened.reader.read(input));
      waiting = await Promise.all(reads);
      await new Promise((resolve) => setTimeout(resolve, 50));
      afterwards = await mustSucceed(opened.reader.read(input));
    });
    after(() => opened.close());

    it('refuses a read when too many wait, and performs those that wait', () => {
      expect(kindOf(refused)).to.deep.equal(unavailable('quota'));
      // Nothing was read, so a caller who retries has used up no attempt.
      expect([refused.notSent, refused.retryAfterSeconds]).to.deep.equal([true, 1]);
      expect(waiting.map(({ mrzLines }) => mrzLines)).to.deep.equal([lines, lines]);
    });

    it('starts the engine again after it was ended for idleness', () => {
      expect(afterwards.mrzLines).to.deep.equal(lines);
    });
  });

  inFull('lets no read wait for longer than half of the deadline, since a late one would not end in time', () =>
    withReader({ threads: 1, deadlineMs: 300 }, async ({ reader }) => {
      const first = mustFail(reader.read(input));
      const { notSent, ...refused } = await mustFail(reader.read(input));
      expect([kindOf(refused), notSent]).to.deep.equal([unavailable('quota'), true]);
      expect(kindOf(await first)).to.deep.equal(unavailable('timeout'));
    }),
  );

  inFull('reads as many documents at once as it has threads, and refuses one more when none may wait', () =>
    withReader({ threads: 2, maxWaiting: 0 }, async ({ reader }) => {
      const reads = [1, 2].map(() => mustSucceed(reader.read(input)));
      expect(kindOf(await mustFail(reader.read(input)))).to.deep.equal(unavailable('quota'));
      expect((await Promise.all(reads)).map(({ mrzLines }) => mrzLines)).to.deep.equal([lines, lines]);
    }),
  );

  it('gives up the current read when it is closed, and refuses later ones', async () => {
    const { reader, close } = createLocalReader();
    const interrupted = mustFail(reader.read(input));
    const waiting = mustFail(reader.read(input));
    setTimeout(close, 100);
    expect(kindOf(await interrupted)).to.deep.equal(unavailable('unavailable'));
    expect((await interrupted).outageCause).to.equal('service_stopping');
    expect(kindOf(await waiting)).to.deep.equal(unavailable('unavailable'));
    expect(kindOf(await mustFail(reader.read(input)))).to.deep.equal(unavailable('unavailable'));
  });

  it('does nothing until the task is run', async () => {
    const { reader, close } = createLocalReader();
    const task = reader.read(input);
    await close();
    expect(kindOf(await mustFail(task))).to.deep.equal(unavailable('unavailable'));
  });

  /**
   * Answers the JSON that a separate program prints by calling `log`. The program must end by itself, or the test
   * fails.
   */
  const program = async (body: string): Promise<unknown> => {
    const script = `
      import { createRequire, syncBuiltinESMExports } from 'node:module';
      import nodeThreads from 'node:worker_threads';
      import { readFileSync } from 'node:fs';
      import { createLocalReader } from '@portcullis/adapter-local-reader';
      const engineHere = () => Object.keys(createRequire(import.meta.url).cache).some((path) => path.includes('tesseract'));
      const threads = () => process.report.getReport().workers.length;
      const front = { bytes: readFileSync('test/fixtures/specimens/td3-valid.jpg'), contentType: 'image/jpeg' };
      const input = { call: { profileId: 'a', attempt: 1 }, front, back: null, hints: {} };
      ${body}`;
    const run = promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], { timeout: 55_000 });
    return JSON.parse((await run).stdout);
  };

  it('starts no thread on import, no engine in the main thread, and leaves none behind once closed', async () => {
    const seen = await program(`
      const { reader, close } = createLocalReader();
      const before = threads();
      const { right } = await reader.read(input)();
      const [during, engine] = [threads(), engineHere()];
      await close();
      console.log(JSON.stringify({ before, during, after: threads(), engine, lines: right.mrzLines }));`);
    expect(seen).to.deep.equal({ before: 0, during: 1, after: 0, engine: false, lines });
  });

  inFull('lets the main thread go first: on Linux the threads that read have a lower priority', async () => {
    const seen = await program(`
      const { existsSync, readdirSync } = await import('node:fs');
      const tasks = () => (existsSync('/proc/self/task') ? readdirSync('/proc/self/task') : []);
      // The 19th field; the second one is the name in brackets, which may contain spaces.
      const niceness = (thread) =>
        Number(readFileSync('/proc/self/task/' + thread + '/stat', 'utf8').split(') ')[1].split(' ')[16]);
      const [own = 0] = tasks().map(niceness);
      const lowered = () => tasks().map((thread) => niceness(thread) - own).filter((added) => added !== 0);
      const { reader, close } = createLocalReader({ deadlineMs: 50_000 });
      // A check digit of it is wrong, so that the engine is started to read the words.
      const photo = { bytes: readFileSync('test/fixtures/specimens/td3-wrong-check-digit.jpg'), contentType: 'image/jpeg' };
      let isReading = true;
      const read = reader.read({ ...input, front: photo })().then(() => { isReading = false; });
      // The read itself may take long beside other programs, and nothing of it is judged here.
      while (isReading && lowered().length < 2) await new Promise((resolve) => setTimeout(resolve, 5));
      const lower = lowered();
      await close();
      await read;
      console.log(JSON.stringify(lower));`);
    // The thread that reads, and the engine that it has started.
    expect(seen).to.deep.equal(process.platform === 'linux' ? [5, 5] : []);
  });

  inFull('loses only the read of a thread that dies, and replaces that thread', async () => {
    // There is no MRZ on it, so that no engine has to be started.
    const empty = (await plain(100, 100)).toString('base64');
    const seen = await program(`
      const { Worker } = nodeThreads;
      let requests = 0;
      nodeThreads.Worker = class extends Worker {
        postMessage(...message) {
          requests += 1;
          if (requests === 1) void this.terminate();
          else super.postMessage(...message);
        }
      };
      syncBuiltinESMExports();
      const { reader, close } = createLocalReader({ threads: 2 });
      const photo = { bytes: Buffer.from('${empty}', 'base64'), contentType: 'image/png' };
      const read = async () => {
        const answer = await reader.read({ ...input, front: photo })();
        return answer.left?.kind ?? 'read';
      };
      const first = await Promise.all([read(), read()]);
      console.log(JSON.stringify([first.sort(), await Promise.all([read(), read()])]));
      await close();`);
    expect(seen).to.deep.equal([
      ['read', 'unavailable'],
      ['read', 'read'],
    ]);
  });

  inFull('ends the thread of a read that is overdue, though nobody closes the reader', async () => {
    const seen = await program(`
      const { reader } = createLocalReader({ deadlineMs: 20, idleMs: 600_000 });
      const { left } = await reader.read(input)();
      console.log(JSON.stringify(left.kind));`);
    expect(seen).to.equal('timeout');
  });

  inFull('searches in another thread: the main thread is idle for most of a read', async () => {
    const bytes = await drawn(1000, 2500, bricks);
    await withReader({}, async ({ reader }) => {
      const before = performance.eventLoopUtilization();
      await mustSucceed(reader.read({ ...input, front: { bytes, contentType: 'image/png' } }));
      expect(performance.eventLoopUtilization(before).utilization).to.be.below(0.5);
    });
  });
});
