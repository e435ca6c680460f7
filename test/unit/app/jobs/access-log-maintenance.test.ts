import { sequentialIds } from '@portcullis/adapter-memory/testing';
import { type Logger, silentLogger } from '@portcullis/app';
import { anAccessBatch } from '@portcullis/contracts/builders';
import { type AccessLog, E, unavailable } from '@portcullis/domain';
import { expect } from 'chai';
import { createAccessRecorder } from '#app/audit/access-recorder';
import { accessLogMaintenance } from '#app/jobs/access-log-maintenance';
import { endAccessLog } from '#app/lifecycle/end-access-log';
import { fakeClock } from '../../../support/clock/fake-clock.ts';
import { aLook, requestIdsIn } from '../../../support/records/looks.ts';
import { storesInMemory } from '../../../support/records/memory-records.ts';
import { mustSucceed } from '../../../support/run.ts';

const dayMs = 86_400_000;

describe('the care for the access log', () => {
  it('removes lines that are older than they are kept, a part at a time', async () => {
    const accessLog = storesInMemory().accessLog;
    const clock = fakeClock('2026-05-01T00:00:00.000Z');
    const daysAgo = (days: number) => new Date(clock.now() - days * dayMs - 1).toISOString();
    for (let n = 0; n < 51; n += 1) await mustSucceed(accessLog.append([anAccessBatch(daysAgo(400), ['old'])]));
    await mustSucceed(accessLog.append([anAccessBatch(daysAgo(399), ['kept'])]));
    const care = accessLogMaintenance({ accessLog, clock, keptDays: 400 });
    expect(E.isRight(await care())).to.equal(true);
    expect(await requestIdsIn(accessLog)).to.deep.equal(['kept', 'old']);
    await care();
    expect(await requestIdsIn(accessLog)).to.deep.equal(['kept']);
    clock.advance(dayMs);
    await care();
    expect(await requestIdsIn(accessLog)).to.deep.equal([]);
  });
});

describe('the end of the access log', () => {
  const ended = async (append: AccessLog['append']) => {
    const said: unknown[] = [];
    const logger: Logger = { ...silentLogger, error: (event, fields) => void said.push([event, fields]) };
    const log = { ...storesInMemory().accessLog, append };
    const recorder = createAccessRecorder({ log, clock: fakeClock(), ids: sequentialIds(), logger });
    for (const word of ['one', 'two']) recorder.record(aLook(word));
    await endAccessLog(recorder, logger, 5);
    return said;
  };
  const lost = [['access_log_lines_lost', { count: 2 }]];

  it('says how many lines are lost, also where the database never answers', async () => {
    expect(await ended(() => () => new Promise(() => undefined))).to.deep.equal(lost);
    expect(await ended(() => async () => E.left(unavailable('database', 'down')))).to.deep.equal(lost);
    expect(await ended(storesInMemory().accessLog.append)).to.deep.equal([]);
  });
});
