import { appendFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { memoryAccessLog } from '@portcullis/adapter-memory';
import { createAccessRecorder, openAccessJournal, silentLogger } from '@portcullis/app';
import { E, unavailable } from '@portcullis/domain';
import { expect } from 'chai';
import { fakeClock } from '../../../support/clock/fake-clock.ts';
import { sequentialIds } from '../../../support/clock/sequential-ids.ts';
import { aLook, requestIdsIn } from '../../../support/records/looks.ts';

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
  const aProcess = (word: string, { down = false, clock = fakeClock(new Date(now()).toISOString()) } = {}) =>
    createAccessRecorder({
      log: down ? { ...log, append: () => async () => E.left(unavailable('database', 'down')) } : log,
      clock,
      ids: sequentialIds(word),
      logger: silentLogger,
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
    const [first, second] = [aProcess('first'), aProcess('second')];
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
