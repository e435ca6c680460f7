import { TE, unavailable } from '@portcullis/domain';
import { expect } from 'chai';
import { sweepObjects } from '#app/jobs/sweep-objects';
import { fakeClock } from '../../../support/clock/fake-clock.ts';

/** In minutes. */
const thirtyDays = 30 * 24 * 60;

/** A sweep whose rounds are made every minute, with what it has asked for and logged. */
const aSweep = (nexts: readonly (string | null | 'down')[], lease: { isHeld: boolean } = { isHeld: true }) => {
  const clock = fakeClock();
  const asked: (readonly [minute: number, ageMinutes: number, after: string | null])[] = [];
  const logged: unknown[] = [];
  const round = sweepObjects({
    clock,
    hasLease: () => lease.isHeld,
    countSweepFailure: (part) => void logged.push(part),
    logger: { info: (...line) => void logged.push(line), warn: (event) => void logged.push(event) },
    sweep: (before, after) => {
      asked.push([clock.monotonic() / 60_000, (clock.now() - before) / 60_000, after]);
      const next = nexts[asked.length - 1] ?? null;
      return next === 'down' ? TE.left(unavailable('files', 'down')) : TE.right({ removed: 1, next });
    },
  });
  const minutes = async (count: number): Promise<void> => {
    for (let minute = 0; minute < count; minute += 1) {
      await round();
      clock.advance(60_000);
    }
  };
  return { asked, clock, logged, minutes };
};

describe('the rounds of the sweep of objects', () => {
  it('look at some pages each, of objects that are thirty days old, and begin anew an hour after the last page', async () => {
    const { asked, logged, minutes } = aSweep(Array.from({ length: 24 }, (_, n) => `key-${n}`));
    await minutes(70);
    expect(asked).to.have.length(26);
    expect(asked.slice(0, 2)).to.deep.equal([
      [0, thirtyDays, null],
      [0, thirtyDays, 'key-0'],
    ]);
    expect(asked.slice(19, 21)).to.deep.equal([
      [0, thirtyDays, 'key-18'],
      [1, thirtyDays, 'key-19'],
    ]);
    expect(asked.at(-1)).to.deep.equal([61, thirtyDays, null]);
    expect(logged).to.deep.equal([20, 5, 1].map((count) => ['objects_removed', { count }]));
  });

  it('are made by the instance that has the lease alone', async () => {
    const lease = { isHeld: false };
    const { asked, minutes } = aSweep([], lease);
    await minutes(3);
    expect(asked).to.deep.equal([]);
    lease.isHeld = true;
    await minutes(1);
    expect(asked).to.deep.equal([[3, thirtyDays, null]]);
  });

  it('continue where the store did not answer, and say so', async () => {
    const { asked, logged, minutes } = aSweep(['key-0', 'down', null]);
    await minutes(2);
    expect(asked.map(([minute, , after]) => [minute, after])).to.deep.equal([
      [0, null],
      [0, 'key-0'],
      [1, 'key-0'],
    ]);
    expect(logged).to.include.members(['objects', 'sweep_failed']);
  });

  it('remove nothing by a clock that is not trusted', async () => {
    const trusted = aSweep([]);
    const clock = { ...trusted.clock, isTrusted: () => false };
    const round = sweepObjects({
      clock,
      hasLease: () => true,
      countSweepFailure: () => expect.fail('failed'),
      logger: { info: () => undefined, warn: () => undefined },
      sweep: () => expect.fail('swept'),
    });
    await round();
  });
});
