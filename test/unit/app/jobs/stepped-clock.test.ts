import { createMetrics } from '@portcullis/app';
import { E, pipe, TE } from '@portcullis/domain';
import { expect } from 'chai';
import { accessLogMaintenance } from '#app/jobs/access-log-maintenance';
import { pruneEvents } from '#app/jobs/prune-events';
import { relayRounds } from '#app/jobs/relay-rounds';
import { revocationRound } from '#app/jobs/revocation-round';
import { sweepRound } from '#app/jobs/sweep-round';
import { usageMeasurement } from '#app/jobs/usage-measurement';
import { steppedClock } from '../../../support/clock/stepped-clock.ts';

/** A store that says by which time something was pruned. */
const prunedBy = () => {
  const times: string[] = [];
  const prune = (before: string) => async () => {
    times.push(before);
    return E.right(0);
  };
  return { times, prune };
};

/** The feeds, which answer a pruning in another form. */
const prunedFeeds = () => {
  const { times, prune } = prunedBy();
  return {
    times,
    prune: (before: string) =>
      pipe(
        prune(before),
        TE.map((pruned) => ({ pruned, next: null })),
      ),
  };
};

describe('a clock that is set 400 days ahead within a round', () => {
  it('prunes no idempotency key after a sweep that was long, and no line of the access log', async () => {
    const { clock, goesAhead, isRightAgain } = steppedClock();
    const keys = prunedBy();
    const accessLog = prunedBy();
    const held = { isLong: true };
    const round = sweepRound({
      clock,
      compareClock: async () => undefined,
      keepLease: async () => E.right(undefined),
      sweep: () => async () => {
        if (held.isLong) goesAhead();
        return E.right({ seen: 0, failures: [] });
      },
      keys,
      measure: async () => undefined,
      maintainAccessLog: accessLogMaintenance({ accessLog, clock, keptDays: 400 }),
      telemetry: { failed: (...[part]) => expect.fail(part), skipped: () => expect.fail('left out') },
    });
    await round();
    expect([keys.times, accessLog.times]).to.deep.equal([[], []]);
    isRightAgain();
    held.isLong = false;
    clock.advance(60_000);
    await round();
    expect(keys.times).to.deep.equal(['2026-05-01T00:01:00.000Z']);
    expect(accessLog.times, 'within a minute').to.deep.equal(['2025-03-27T00:01:00.000Z']);
  });

  it('prunes no count of calls while the bytes are asked for, and asks again ten seconds later', async () => {
    const { clock, goesAhead, isRightAgain } = steppedClock();
    const counters = prunedBy();
    let asked = 0;
    const measure = usageMeasurement({
      usage: {
        refresh: async () => {
          asked += 1;
          if (asked === 1) goesAhead();
          return E.right(undefined);
        },
        largest: () => [],
      },
      counters,
      clock,
      metrics: createMetrics(),
      onFailure: () => expect.fail('nothing fails'),
    });
    await measure();
    expect(counters.times).to.deep.equal([]);
    await measure();
    isRightAgain();
    clock.advance(10_000);
    await measure();
    expect([asked, counters.times]).to.deep.equal([2, ['2026-04-30']]);
  });

  it('prunes no state of a token while the revocations are read', async () => {
    const { clock, goesAhead, isRightAgain } = steppedClock();
    const tokenStates = prunedBy();
    const staffSessions = prunedBy();
    const round = revocationRound({
      revocations: {
        refresh: async () => {
          goesAhead();
          return E.right(undefined);
        },
      },
      tokenStates,
      staffSessions,
      clock,
      onUnread: () => expect.fail('unread'),
      onNotPruned: () => expect.fail('not pruned'),
    });
    await round();
    expect([tokenStates.times, staffSessions.times]).to.deep.equal([[], []]);
    isRightAgain();
  });

  it('takes no event out of the feeds, and takes them out an hour later', async () => {
    const { clock, goesAhead, isRightAgain } = steppedClock();
    const eventFeed = prunedFeeds();
    const prune = pruneEvents({
      eventFeed,
      clock,
      hasLease: () => true,
      onFailure: () => expect.fail('nothing fails'),
    });
    goesAhead();
    await prune();
    expect(eventFeed.times).to.deep.equal([]);
    isRightAgain();
    await prune();
    clock.advance(3_600_000);
    await prune();
    await prune();
    expect(eventFeed.times).to.deep.equal(['2026-04-01T01:00:00.000Z']);
  });

  it('places no entry, neither in a round nor at the stop', async () => {
    const { clock, goesAhead, isRightAgain } = steppedClock();
    const did: string[] = [];
    const done = (what: string) => {
      did.push(what);
      return TE.right(0);
    };
    const { last, round } = relayRounds({
      relay: { round: () => done('round'), stop: () => done('stop') },
      clock,
      prune: async () => void did.push('prune'),
      watch: async () => void did.push('watch'),
      onFailure: () => expect.fail('failed'),
    });
    goesAhead();
    await round();
    await last();
    expect(did).to.deep.equal([]);
    isRightAgain();
    await round();
    await last();
    expect(did).to.deep.equal(['round', 'prune', 'watch', 'stop']);
  });
});
