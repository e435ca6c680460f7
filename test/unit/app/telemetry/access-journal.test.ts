import fs, { appendFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { memoryAccessLog } from '@portcullis/adapter-memory';
import { createAccessRecorder, type Logger, openAccessJournal, silentLogger } from '@portcullis/app';
import { E, unavailable } from '@portcullis/domain';
import { expect } from 'chai';
import { fakeClock } from '../../../support/clock/fake-clock.ts';
import { sequentialIds } from '../../../support/clock/sequential-ids.ts';
import { aLook, requestIdsIn } from '../../../support/records/looks.ts';

type Write = (bytes: Uint8Array) => number;

/** Replaces the write of files while `act` runs: `replaced` is handed the real one. */
const withWrites = (replaced: (write: Write, bytes: Uint8Array) => number, act: () => void): void => {
  const { writeSync } = fs;
  const replacement = (descriptor: number, bytes: Uint8Array): number =>
    replaced((part) => writeSync(descriptor, part), bytes);
  Object.assign(fs, { writeSync: replacement });
  syncBuiltinESMExports();
  try {
    act();
  } finally {
    Object.assign(fs, { writeSync });
    syncBuiltinESMExports();
  }
};

describe('the journal of the access log', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'portcullis-journal-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  /** The time of the files is the machine's, so that a clock that is ahead of it sees them as old. */
  const now = () => performance.timeOrigin + performance.now();
  const later = () => fakeClock(new Date(now() + 60_000).toISOString());
  const log = memoryAccessLog();

  /** A process with the journal; the log of one that is down takes nothing. */
  const aProcess = (
    word: string,
    { down = false, clock = fakeClock(new Date(now()).toISOString()), logger = silentLogger } = {},
  ) =>
    createAccessRecorder({
      log: down ? { ...log, append: () => async () => E.left(unavailable('database', 'down')) } : log,
      clock,
      ids: sequentialIds(word),
      logger,
      journal: openAccessJournal(folder, clock),
    });
  const recorded = async (prefix: string) => (await requestIdsIn(log)).filter((id) => id.startsWith(prefix));

  it('has every line before its answer is sent: another process writes what a killed one has left, once', async () => {
    const killed = aProcess('killed');
    killed.record(aLook('kill-1'));
    // A refusal that tells of a profile is a line as well.
    killed.record({ ...aLook('kill-2'), status: 410 });
    const other = aProcess('other', { clock: later() });
    for (let time = 0; time < 2; time += 1) await other.recover();
    expect(await recorded('kill-')).to.deep.equal(['kill-1', 'kill-2']);
    expect(readdirSync(folder)).to.deep.equal([]);
  });

  it('writes lines once that were written before the process was killed', async () => {
    const killed = aProcess('written', { down: true });
    killed.record(aLook('once-1'));
    await killed.flush();
    const first = aProcess('first');
    const second = aProcess('second');
    await Promise.all([first.recover(), second.recover()]);
    expect(await recorded('once-')).to.deep.equal(['once-1']);
  });

  it('leaves a segment alone that a living process still fills', async () => {
    const living = aProcess('living');
    living.record(aLook('live-1'));
    await aProcess('neighbour').recover();
    expect(await recorded('live-')).to.deep.equal([]);
    living.record(aLook('live-2'));
    await living.stop();
    expect(await recorded('live-')).to.deep.equal(['live-1', 'live-2']);
    expect(readdirSync(folder)).to.deep.equal([]);
  });

  it('keeps what the database does not take before the process ends', async () => {
    const stopped = aProcess('stopped', { down: true });
    stopped.record(aLook('stop-1'));
    expect(await stopped.stop()).to.equal(1);
    await aProcess('next').recover();
    expect(await recorded('stop-')).to.deep.equal(['stop-1']);
  });

  it('reads the lines before one that was cut off by a power failure', async () => {
    aProcess('torn').record(aLook('torn-1'));
    const [file = ''] = readdirSync(folder);
    appendFileSync(join(folder, file), '{"at":"2026-05-01T10:00:00.000Z","request_id":"torn-2"');
    await aProcess('reader', { clock: later() }).recover();
    expect(await recorded('torn-')).to.deep.equal(['torn-1']);
  });

  it('goes on after a file that cannot be read, says so, and does not reject', async () => {
    mkdirSync(join(folder, `${'a'.repeat(15)}.lines`));
    aProcess('beside').record(aLook('beside-1'));
    const errors: string[] = [];
    const logger: Logger = { ...silentLogger, error: (event) => void errors.push(event) };
    await aProcess('reader', { clock: later(), logger }).recover();
    rmSync(folder, { recursive: true });
    await aProcess('homeless', { logger: silentLogger }).recover();
    expect([await recorded('beside-'), errors]).to.deep.equal([['beside-1'], ['access_journal_failed']]);
  });

  it('loses no line when the disk takes a part of one without an error, and shows nothing more meanwhile', async () => {
    const nearlyFull = aProcess('part');
    nearlyFull.record(aLook('part-1'));
    let writes = 0;
    withWrites(
      (write, bytes) => {
        writes += 1;
        return write(writes === 1 ? bytes.subarray(0, 20) : bytes);
      },
      () => nearlyFull.record(aLook('part-2')),
    );
    expect(nearlyFull.hasRoom()).to.equal(false);
    nearlyFull.record(aLook('part-3'));
    // The process is killed, so that everything comes from its files.
    await aProcess('next', { clock: later() }).recover();
    expect(await recorded('part-')).to.deep.equal(['part-1', 'part-2', 'part-3']);
  });

  it('writes a line that is in no file under a name that no neighbour writes', async () => {
    const full = aProcess('loose');
    full.record(aLook('loose-1'));
    withWrites(
      (write, bytes) => write(bytes.subarray(0, 20)),
      () => full.record(aLook('loose-2')),
    );
    await aProcess('neighbour', { clock: later() }).recover();
    await full.flush();
    expect(await recorded('loose-')).to.deep.equal(['loose-1', 'loose-2']);
    expect([full.hasRoom(), readdirSync(folder)]).to.deep.equal([true, []]);
  });

  it('loses no line of a process that was paused while another one took its segment, before or in a write', async () => {
    const clock = fakeClock(new Date(now()).toISOString());
    const paused = aProcess('paused', { clock });
    paused.record(aLook('pause-1'));
    clock.advance(60_000);
    await aProcess('taker', { clock: later() }).recover();
    expect(await recorded('pause-')).to.deep.equal(['pause-1']);
    for (const word of ['pause-2', 'pause-3']) paused.record(aLook(word));
    await paused.flush();
    expect(await recorded('pause-')).to.deep.equal(['pause-1', 'pause-2', 'pause-3']);
    let taken = Promise.resolve();
    withWrites(
      (write, bytes) => {
        clock.advance(60_000);
        // It reads the file before this line is in it.
        if (Buffer.from(bytes).includes('pause-5'))
          taken = aProcess('taker', { clock: fakeClock(new Date(clock.now()).toISOString()) }).recover();
        return write(bytes);
      },
      () => {
        for (const word of ['pause-4', 'pause-5']) paused.record(aLook(word));
      },
    );
    await taken;
    await paused.flush();
    expect(await recorded('pause-')).to.include.members(['pause-4', 'pause-5']);
    expect([paused.hasRoom(), readdirSync(folder)]).to.deep.equal([true, []]);
  });

  it('shows nothing more while a line is in no file, until it is in the access log', async () => {
    const full = aProcess('full');
    rmSync(folder, { recursive: true, force: true });
    full.record(aLook('full-1'));
    expect(full.hasRoom()).to.equal(false);
    await full.flush();
    expect(full.hasRoom()).to.equal(true);
    expect(await recorded('full-')).to.deep.equal(['full-1']);
  });
});
