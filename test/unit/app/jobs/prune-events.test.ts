import { TE, unavailable } from '@portcullis/domain';
import type { EventFeed } from '@portcullis/events/ports';
import { expect } from 'chai';
import { pruneEvents } from '#app/jobs/prune-events';
import { fakeClock } from '../../../support/clock/fake-clock.ts';

const hasLease = (): boolean => true;

describe('the pruning of the feeds', () => {
  it('reads some pages in each round until every feed was looked at, and begins anew after an hour', async () => {
    const clock = fakeClock();
    const calls: (readonly [second: number, from: string, pages: number])[] = [];
    const stops = ['feed000000000007', 'feed000000000009', null, null];
    const prune: EventFeed['prune'] = (_, from, pages) => {
      calls.push([clock.monotonic() / 1000, from, pages]);
      return TE.right({ pruned: 2000, next: stops.shift() ?? null });
    };
    const round = pruneEvents({ eventFeed: { prune }, clock, hasLease, onFailure: () => expect.fail('failed') });
    for (let second = 0; second < 3700; second += 1) {
      await round();
      clock.advance(1000);
    }
    expect(calls).to.deep.equal([
      [0, '', 10],
      [1, 'feed000000000007', 10],
      [2, 'feed000000000009', 10],
      [3602, '', 10],
    ]);
  });

  it('tells of a failure, and begins anew after an hour', async () => {
    const clock = fakeClock();
    const failures: unknown[] = [];
    const froms: string[] = [];
    const answers: readonly ReturnType<EventFeed['prune']>[] = [
      TE.right({ pruned: 1, next: 'feed000000000007' }),
      TE.left(unavailable('database', 'down')),
    ];
    const prune: EventFeed['prune'] = (_, from) => {
      froms.push(from);
      return answers[froms.length - 1] ?? TE.right({ pruned: 0, next: null });
    };
    const onFailure = (cause: unknown) => void failures.push(cause);
    const round = pruneEvents({ eventFeed: { prune }, clock, hasLease, onFailure });
    for (let minute = 0; minute < 70; minute += 1) {
      await round();
      clock.advance(60_000);
    }
    expect([froms, failures.length]).to.deep.equal([['', 'feed000000000007', ''], 1]);
  });

  it('is done by the instance that has the lease on numbering them, and by another one once that has it', async () => {
    const held = { isHeld: false };
    let pruned = 0;
    const prune: EventFeed['prune'] = () => {
      pruned += 1;
      return TE.right({ pruned: 0, next: null });
    };
    const round = pruneEvents({
      eventFeed: { prune },
      clock: fakeClock(),
      hasLease: () => held.isHeld,
      onFailure: () => expect.fail('failed'),
    });
    await round();
    expect(pruned).to.equal(0);
    held.isHeld = true;
    await round();
    expect(pruned).to.equal(1);
  });
});
