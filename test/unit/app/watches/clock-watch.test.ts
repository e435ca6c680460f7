import { silentLogger } from '@portcullis/app';
import { E, type TaskEither, TE, type Unavailable, unavailable } from '@portcullis/domain';
import type { TimeReading } from '@portcullis/domain/ports';
import { expect } from 'chai';
import type { LogFields } from '#app/telemetry/log-fields';
import { createClockWatch } from '#app/watches/clock-watch';
import { fakeClock } from '../../../support/clock/fake-clock.ts';

const day = 86_400_000;
const start = Date.parse('2026-05-01T00:00:00.000Z');

type Line = readonly [level: string, event: string, source: string | undefined, seconds: number | undefined];

/** A watch over a machine, its database and a vendor, each of which has a clock that can be set. */
const aWatch = () => {
  const world = {
    elapsed: 0,
    machine: 0,
    database: 0,
    odd: 0,
    asked: 0,
    fails: false,
  };
  const lines: Line[] = [];
  const log =
    (level: string) =>
    (event: string, fields: LogFields = {}) =>
      void lines.push([level, event, fields.provider ?? undefined, fields.seconds]);
  const logger = {
    debug: log('debug'),
    info: log('info'),
    warn: log('warn'),
    error: log('error'),
    flush: async () => undefined,
  };
  const saying = (ahead: number): TimeReading => ({
    time: Math.floor((start + world.elapsed + ahead) / 1000) * 1000,
    sentAt: world.elapsed,
    receivedAt: world.elapsed,
  });
  const databaseTime: TaskEither<Unavailable, TimeReading> = async () => {
    world.asked += 1;
    if (world.fails) return E.left(unavailable('database', 'down'));
    const odd = world.odd > 0 ? day : 0;
    world.odd -= 1;
    return E.right(saying(world.database + odd));
  };
  const clock = { now: () => start + world.elapsed + world.machine };
  const watch = createClockWatch({ clock, databaseTime, logger, monotonic: () => world.elapsed });
  const { compare, observe, skews } = watch;
  const trusted = (): boolean => watch.clock.isTrusted();
  const vendorSays = (ahead: number): void => observe('sts', saying(ahead));
  return {
    world,
    lines,
    compare,
    trusted,
    vendorSays,
    skews,
  };
};

describe('the clock of a service', () => {
  it('is not trusted before it was compared, nor while the database has never answered', async () => {
    const { compare, lines, trusted, world } = aWatch();
    expect(trusted()).to.equal(false);
    world.fails = true;
    await compare();
    await compare();
    expect([trusted(), world.asked]).to.deep.equal([false, 2]);
    expect(lines).to.deep.equal([['warn', 'clock_not_compared', undefined, undefined]]);
    world.fails = false;
    await compare();
    expect(trusted()).to.equal(true);
  });

  it('is not said to be wrong when a vendor, which agrees, answers before the database', async () => {
    const { compare, lines, trusted, vendorSays } = aWatch();
    vendorSays(0);
    expect([trusted(), lines]).to.deep.equal([false, []]);
    await compare();
    expect([trusted(), lines]).to.deep.equal([true, []]);
  });

  it('asks the database three times at first, and then once each time', async () => {
    const { compare, world } = aWatch();
    await compare();
    expect(world.asked).to.equal(3);
    await compare();
    expect(world.asked).to.equal(4);
  });

  it('is not trusted 400 days ahead, nor a minute behind, which is measured and logged once, and recovers', async () => {
    for (const [machine, seconds] of [
      [400 * day, 400 * 86_400 - 1],
      [-61_000, -61],
    ] as const) {
      const { compare, lines, skews, trusted, world } = aWatch();
      world.machine = machine;
      await compare();
      await compare();
      expect(trusted()).to.equal(false);
      expect(skews()).to.deep.equal([['database', seconds]]);
      world.machine = 0;
      await compare();
      expect([trusted(), skews()]).to.deep.equal([true, [['database', 0]]]);
      expect(lines).to.deep.equal([
        ['error', 'clock_skew', 'database', seconds],
        ['info', 'clock_skew_ended', 'database', 0],
      ]);
    }
  });

  it('is not trusted from the moment at which it is set, between two comparisons too', async () => {
    const { compare, trusted, world } = aWatch();
    await compare();
    world.machine = 400 * day;
    expect(trusted()).to.equal(false);
    world.machine = 0;
    expect(trusted()).to.equal(true);
  });

  it('is trusted while a single answer of the database is odd, which is asked again at once', async () => {
    const { compare, lines, trusted, world } = aWatch();
    await compare();
    world.odd = 1;
    await compare();
    expect([trusted(), world.asked, lines]).to.deep.equal([true, 5, []]);
  });

  it('is not trusted when the clock of the database is set: nobody knows which of the two is wrong', async () => {
    const { compare, lines, trusted, world } = aWatch();
    await compare();
    world.database = 90_000;
    await compare();
    expect(trusted()).to.equal(false);
    expect(lines.map(([, event]) => event)).to.deep.equal(['clock_skew']);
    world.database = 0;
    await compare();
    expect(trusted()).to.equal(true);
  });

  it('is not trusted when a vendor says another time, even if the database agrees: both may stand on one machine', async () => {
    const { compare, lines, skews, trusted, vendorSays, world } = aWatch();
    world.machine = 400 * day;
    world.database = 400 * day;
    await compare();
    expect(trusted()).to.equal(true);
    for (let n = 0; n < 2; n += 1) vendorSays(0);
    expect(trusted()).to.equal(false);
    expect(skews().map(([source]) => source)).to.deep.equal(['database', 'sts']);
    expect(lines).to.deep.equal([['error', 'clock_skew', 'sts', 400 * 86_400 - 1]]);
    world.machine = 0;
    world.database = 0;
    await compare();
    expect(trusted()).to.equal(true);
  });

  it('is trusted while a single answer of a vendor is odd', async () => {
    const { compare, trusted, vendorSays } = aWatch();
    await compare();
    for (const ahead of [0, 0, day]) vendorSays(ahead);
    expect(trusted()).to.equal(true);
    vendorSays(day);
    expect(trusted()).to.equal(false);
  });

  it('is trusted while the first answer of a vendor is odd, as that of a gateway, until a second one confirms it', async () => {
    const { compare, skews, trusted, vendorSays } = aWatch();
    await compare();
    vendorSays(120_000);
    expect([trusted(), skews()]).to.deep.equal([true, [['database', 0]]]);
    vendorSays(-120_000);
    expect(trusted(), 'no two of its answers agree').to.equal(true);
    vendorSays(120_000);
    expect(trusted()).to.equal(false);
  });

  it('is trusted again a quarter of an hour after a vendor contradicted that nobody calls meanwhile', async () => {
    const { compare, lines, trusted, vendorSays, world } = aWatch();
    await compare();
    for (let n = 0; n < 3; n += 1) vendorSays(120_000);
    world.elapsed += 900_000;
    await compare();
    expect(trusted()).to.equal(false);
    world.elapsed += 1;
    await compare();
    expect(trusted()).to.equal(true);
    expect(lines.map(([, event]) => event)).to.deep.equal(['clock_skew', 'clock_skew_ended']);
  });

  it('is trusted again at the next comparison after a pause, in which the monotonic clock stood still', async () => {
    const { compare, skews, trusted, vendorSays, world } = aWatch();
    await compare();
    for (let n = 0; n < 3; n += 1) vendorSays(0);
    world.machine += 600_000;
    world.database += 600_000;
    expect(trusted()).to.equal(false);
    await compare();
    expect([trusted(), skews()]).to.deep.equal([true, [['database', 0]]]);
  });

  it('is not trusted when it is set together with that of the database, and vendors contradict both', async () => {
    const { compare, trusted, vendorSays, world } = aWatch();
    await compare();
    for (let n = 0; n < 3; n += 1) vendorSays(0);
    world.machine -= day;
    world.database -= day;
    await compare();
    expect(trusted(), 'no pause sets a clock back').to.equal(false);
    world.machine += 2 * day;
    world.database += 2 * day;
    await compare();
    for (let n = 0; n < 2; n += 1) vendorSays(0);
    expect(trusted(), 'ahead, as after a pause, until two answers').to.equal(false);
  });

  it('keeps the milliseconds that pass, whatever the clock is set to', () => {
    const clock = fakeClock();
    const databaseTime = TE.left(unavailable('database', 'down'));
    const { monotonic } = createClockWatch({ clock, databaseTime, logger: silentLogger }).clock;
    clock.set(400 * day);
    clock.advance(5);
    expect(monotonic()).to.equal(5);
  });
});
