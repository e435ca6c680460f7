import { createMetrics } from '@portcullis/app';
import { TE, unavailable } from '@portcullis/domain';
import type { WaitingEntry } from '@portcullis/events/ports';
import { expect } from 'chai';
import { placingWatch } from '#app/watches/placing-watch';
import { fakeClock } from '../../../support/clock/fake-clock.ts';
import { steppedClock } from '../../../support/clock/stepped-clock.ts';

const minute = 60_000;
const lease = { logId: 'log000000000001', generation: 1, holder: '', heldUntil: '', hash: '0'.repeat(64) };

describe('the watch over the placing of entries', () => {
  it('warns once a minute, and counts, while nobody places', async () => {
    const clock = fakeClock();
    const metrics = createMetrics();
    const said: (readonly [string, number | undefined])[] = [];
    const recordedAt = new Date(clock.now()).toISOString();
    let waiting: readonly WaitingEntry[] = [{ place: 0, profileId: 'profile00000001', seq: 1, recordedAt }];
    let isAway = false;
    let size = 5;
    let followed = 5;
    const watch = placingWatch({
      ledgerLog: {
        waiting: () => (isAway ? TE.left(unavailable('database', 'it is away')) : TE.right(waiting)),
        state: () => TE.right({ ...lease, size }),
      },
      feedNumbers: { followed: () => TE.right(followed) },
      logger: { warn: (event, fields) => void said.push([event, fields?.count]) },
      clock,
      metrics,
    });
    const gaugeOf = async (name: string) => new RegExp(`^${name} (\\d+)$`, 'm').exec(await metrics.text())?.[1];
    const gauge = () => gaugeOf('portcullis_ledger_entries_overdue');
    const waits = async () => [
      await gaugeOf('portcullis_events_unplaced'),
      await gaugeOf('portcullis_events_unplaced_age_seconds'),
    ];
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
    expect(await waits()).to.deep.equal(['1', '421']);
    isAway = true;
    clock.advance(minute);
    expect(await rounds(1)).to.deep.equal([['relay_failed', undefined]]);
    isAway = false;
    waiting = [];
    clock.advance(minute);
    expect([await rounds(1), await gauge()]).to.deep.equal([[], '0']);
    expect(await waits()).to.deep.equal(['0', '0']);
    size = 7;
    await rounds(180);
    expect((await waits())[0]).to.equal('2');
    expect(Number((await waits())[1])).to.be.within(120, 240);
    followed = 6;
    await rounds(61);
    expect(Number((await waits())[1])).to.be.below(62);
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
        state: () => TE.right(null),
      },
      feedNumbers: { followed: () => TE.right(0) },
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

  it('knows no age, and finds nothing overdue, by a clock that was set 400 days ahead', async () => {
    const { clock, goesAhead, isRightAgain } = steppedClock();
    const metrics = createMetrics();
    const recordedAt = new Date(clock.now()).toISOString();
    let duringLook: () => void = () => undefined;
    const watch = placingWatch({
      ledgerLog: {
        waiting: () => {
          duringLook();
          return TE.right([{ place: 0, profileId: 'profile00000001', seq: 1, recordedAt }]);
        },
        state: () => TE.right({ ...lease, size: 7 }),
      },
      feedNumbers: { followed: () => TE.right(5) },
      logger: { warn: (event) => expect.fail(event) },
      clock,
      metrics,
    });
    const age = async () => /^portcullis_events_unplaced_age_seconds (\d+)$/m.exec(await metrics.text())?.[1];
    clock.advance(minute);
    await watch();
    expect(await age()).to.equal('60');
    duringLook = goesAhead;
    clock.advance(minute);
    await watch();
    expect(await age()).to.equal(undefined);
    isRightAgain();
    expect(await age()).to.equal('120');
  });
});
