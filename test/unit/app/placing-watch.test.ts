import { createMetrics, placingWatch } from '@portcullis/app';
import { TE, unavailable } from '@portcullis/domain';
import type { WaitingEntry } from '@portcullis/domain/ports';
import { expect } from 'chai';
import { fakeClock } from '../../support/clock/fake-clock.ts';

const minute = 60_000;

describe('the watch over the placing of entries', () => {
  it('warns once a minute, and counts, while nobody places', async () => {
    const clock = fakeClock();
    const metrics = createMetrics();
    const said: (readonly [string, number | undefined])[] = [];
    const recordedAt = new Date(clock.now()).toISOString();
    let waiting: readonly WaitingEntry[] = [{ place: 0, profileId: 'profile00000001', seq: 1, recordedAt }];
    let isAway = false;
    const watch = placingWatch({
      ledgerLog: { waiting: () => (isAway ? TE.left(unavailable('database', 'it is away')) : TE.right(waiting)) },
      logger: { warn: (event, fields) => void said.push([event, fields?.count]) },
      clock,
      metrics,
    });
    const gauge = async () => /^portcullis_ledger_entries_overdue (\d+)$/m.exec(await metrics.text())?.[1];
    const rounds = async (seconds: number) => {
      for (let second = 0; second < seconds; second += 1) {
        await watch();
        clock.advance(1000);
      }
      return said.splice(0);
    };
    expect([await rounds(299), await gauge()]).to.deep.equal([[], '0']);
    expect([await rounds(122), await gauge()]).to.deep.equal([
      [
        ['entries_not_placed', 1],
        ['entries_not_placed', 1],
        ['entries_not_placed', 1],
      ],
      '1',
    ]);
    isAway = true;
    clock.advance(minute);
    expect(await rounds(1)).to.deep.equal([['relay_failed', undefined]]);
    isAway = false;
    waiting = [];
    clock.advance(minute);
    expect([await rounds(1), await gauge()]).to.deep.equal([[], '0']);
  });

  it('looks within a minute after a clock that was 400 days ahead at the start is right again', async () => {
    const clock = fakeClock();
    let looks = 0;
    clock.set(400 * 1440 * minute);
    const watch = placingWatch({
      ledgerLog: {
        waiting: () => {
          looks += 1;
          return TE.right([]);
        },
      },
      logger: { warn: () => expect.fail('nothing is overdue') },
      clock,
      metrics: createMetrics(),
    });
    clock.set(-400 * 1440 * minute);
    await watch();
    clock.advance(minute);
    await watch();
    expect(looks).to.equal(1);
  });
});
