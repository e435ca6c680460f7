import { sequentialIds } from '@portcullis/adapter-memory/testing';
import { ofProfile, placedEntries, wholeFeed } from '@portcullis/contracts/builders';
import { type Clock, E, type MachinePrincipal } from '@portcullis/domain';
import { createEntryRelay, type EntryRelay } from '@portcullis/events';
import type { FeedEvent } from '@portcullis/events/ports';
import { createRecordStore } from '@portcullis/record-store';
import type { RecordDriver } from '@portcullis/record-store/driver';
import { memoryDriver } from '@portcullis/record-store/memory';
import { expect } from 'chai';
import { readEvents } from '#events/feed/read-events';
import { memoryTables } from '#record-store/memory/tables';
import { aKeyring } from '../../../support/builders/keyrings.ts';
import { type FakeClock, fakeClock } from '../../../support/clock/fake-clock.ts';
import { runs } from '../../../support/effort.ts';
import { between, type Random, randomOf } from '../../../support/generators/seeded-random.ts';
import { type DriverFault, withFaults } from '../../../support/records/driver-faults.ts';
import { historyInserts } from '../../../support/records/feed-entries.ts';
import { mustSucceed } from '../../../support/run.ts';

const partners = ['acme', 'globex', 'initech'];
const profiles = 9;
const partnerOf = (n: number): string => partners[n % partners.length] ?? '';
const lease = 30_000;

/** A driver whose calls take several turns, so that those of others come between them. */
const slowed = (driver: RecordDriver, random: Random): RecordDriver => {
  const wait = async (): Promise<void> => {
    for (let turns = between(random, 0, 3); turns > 0; turns -= 1) await null;
  };
  return {
    ...driver,
    transaction:
      (...args) =>
      async () =>
        wait().then(driver.transaction(...args)),
    updateIf:
      (...args) =>
      async () =>
        wait().then(driver.updateIf(...args)),
    page:
      (...args) =>
      async () =>
        wait().then(driver.page(...args)),
    get:
      (...args) =>
      async () =>
        wait().then(driver.get(...args)),
  };
};

let relays = 0;

const relayOver = (driver: RecordDriver, clock: Clock): EntryRelay => {
  relays += 1;
  const { feedNumbers, ledgerLog } = createRecordStore(driver, aKeyring(), sequentialIds(`store ${relays}`));
  return createEntryRelay({
    ledgerLog,
    feedNumbers,
    clock,
    ids: sequentialIds(`relay ${relays}`),
    signer: null,
  });
};

/** Something that works on the database, one step after another. */
type Worker = { readonly step: () => Promise<void> };

/** Writes the histories of some profiles, a few entries at a time, and again what had no answer. */
const aWriter = (driver: RecordDriver, random: Random, own: readonly number[], entriesEach: number): Worker => {
  const written = new Map(own.map((n) => [n, 0]));
  return {
    step: async () => {
      const n = own[between(random, 0, own.length - 1)] ?? 0;
      const before = written.get(n) ?? 0;
      const last = Math.min(entriesEach, before + between(random, 1, 4));
      if (before === last) return;
      const sent = await driver.transaction(historyInserts(n, before + 1, last, partnerOf(n)))();
      if (E.isRight(sent)) written.set(n, last);
      else if (sent.left._tag !== 'Unavailable') written.set(n, before + 1);
    },
  };
};

/** A relay that dies at any of its calls, and another one begins. Its clock may be wrong by an hour. */
const aRelay = (driver: RecordDriver, random: Random, clock: Clock): Worker => {
  const begin = () => {
    let calls = between(random, 1, 60);
    const dying = withFaults(driver, () => {
      calls -= 1;
      return calls > 0 ? null : calls === 0 && random() < 0.5 ? 'ambiguous' : 'lost';
    });
    return { relay: relayOver(dying, clock), isDead: () => calls <= 0 };
  };
  let own = begin();
  return {
    step: async () => {
      await own.relay.round()();
      if (own.isDead()) own = begin();
    },
  };
};

const callerOf = (partnerId: string): MachinePrincipal => ({
  kind: 'machine',
  clientId: 'reader',
  tenant: { partnerId, teamId: null },
  scopes: ['events:read'],
});

/** Follows a feed, and keeps what it has read. */
const aReader = (driver: RecordDriver, clock: Clock, partnerId: string) => {
  const { eventFeed } = createRecordStore(driver, aKeyring(), sequentialIds());
  const read = readEvents({ eventFeed, clock });
  const found: FeedEvent[] = [];
  let after: number | null = null;
  let damaged: number = 0;
  const step = async (): Promise<void> => {
    const page = await read({ caller: callerOf(partnerId), after, types: null, limit: 7 })();
    if (E.isLeft(page)) {
      if (page.left._tag === 'EventsGone') throw new Error('a cursor was refused');
      return;
    }
    found.push(...page.right.events);
    damaged += page.right.damaged;
    after = page.right.next;
  };
  return { step, partnerId, found, damaged: () => damaged };
};

const shortOf = (one: FeedEvent) => {
  const { event, place } = ofProfile(one);
  return [place, event.profileId, event.version] as const;
};

/** Runs writers, relays and readers at once, in a random order; then a relay that does not die does the rest. */
const runAll = async (seed: number, entriesEach: number): Promise<void> => {
  const random = randomOf(seed);
  const whole = memoryDriver(memoryTables());
  const clock: FakeClock = fakeClock();
  const wrong = (ms: number): Clock => ({ now: () => clock.now() + ms });
  const faults: readonly (DriverFault | null)[] = ['lost', 'late', 'ambiguous', ...Array<null>(27).fill(null)];
  const faulty = () => withFaults(slowed(whole, random), () => faults[between(random, 0, faults.length - 1)] ?? null);
  const readers = partners.map((partner) => aReader(faulty(), clock, partner));
  const workers: readonly Worker[] = [
    ...[0, 1, 2].map((part) => {
      const own = Array.from({ length: profiles }, (_, n) => n + 1).filter((n) => n % 3 === part);
      return aWriter(faulty(), random, own, entriesEach);
    }),
    ...[0, 0, 3_600_000, -3_600_000].map((ms) => aRelay(slowed(whole, random), random, wrong(ms))),
    ...readers,
  ];
  for (let round = 0; round < entriesEach * 8; round += 1) {
    const chosen = workers.filter(() => random() < 0.5);
    await Promise.all(chosen.map(({ step }) => step()));
    clock.advance(between(random, 0, lease));
  }
  for (let n = 1; n <= profiles; n += 1)
    for (const write of historyInserts(n, 1, entriesEach, partnerOf(n))) await whole.transaction([write])();
  clock.advance(2 * lease);
  const last = relayOver(whole, clock);
  for (let round = 0; round < 4; round += 1) await mustSucceed(last.round());
  await mustSucceed(last.stop());
  const { eventFeed, ledgerLog } = createRecordStore(whole, aKeyring(), sequentialIds());
  expect(await placedEntries(ledgerLog), `seed ${seed}`).to.have.lengthOf(profiles * entriesEach);
  for (const reader of readers) {
    const own = aReader(whole, clock, reader.partnerId);
    for (let round = 0; round < entriesEach * profiles; round += 1) await own.step();
    for (let round = 0; round < entriesEach * profiles; round += 1) await reader.step();
    const { damaged, events } = await wholeFeed(eventFeed, reader.partnerId);
    const all = events.map(shortOf);
    const each = Math.ceil(entriesEach / 2);
    expect(
      all.map(([place]) => place),
      `dense, seed ${seed}`,
    ).to.deep.equal(Array.from({ length: (each * profiles) / partners.length }, (_, n) => n + 1));
    expect(new Set(all.map(([, profile, version]) => `${profile}/${version}`)).size).to.equal(all.length);
    for (const profile of new Set(all.map(([, one]) => one)))
      expect(all.flatMap(([, one, version]) => (one === profile ? [version] : []))).to.deep.equal(
        Array.from({ length: each }, (_, n) => 2 * n + 1),
      );
    expect(reader.found.map(shortOf), `what a reader followed, seed ${seed}`).to.deep.equal(all);
    expect(own.found.map(shortOf)).to.deep.equal(all);
    expect([damaged, reader.damaged(), own.damaged()]).to.deep.equal([0, 0, 0]);
  }
};

describe('the feeds of partners, while writers, relays and readers work at once and relays die', function () {
  this.timeout(600_000);

  it('have every event once, without a gap, in the order of each profile, for everybody who follows', async () => {
    const count = runs(400, 20);
    for (let seed = 1; seed <= count; seed += 1) await runAll(seed, 8);
  });

  for (const fault of ['lost', 'ambiguous'] as const satisfies readonly DriverFault[])
    it(`lose no event and number none twice when the relay is killed at any of its calls (${fault})`, async () => {
      for (let killedAt = 1; ; killedAt += 1) {
        const driver = memoryDriver(memoryTables());
        const clock = fakeClock();
        const histories = [1, 2, 3, 4].flatMap((n) => historyInserts(n, 1, 12, partnerOf(n)));
        for (const write of histories) await mustSucceed(driver.transaction([write]));
        let calls = 0;
        const killed = relayOver(
          withFaults(driver, () => {
            calls += 1;
            return calls === killedAt ? fault : calls > killedAt ? 'lost' : null;
          }),
          clock,
        );
        for (let round = 0; round < 3; round += 1) await killed.round()();
        clock.advance(lease + 1);
        const next = relayOver(driver, clock);
        await mustSucceed(next.round());
        await mustSucceed(next.stop());
        const { eventFeed } = createRecordStore(driver, aKeyring(), sequentialIds());
        for (const partner of partners) {
          const { events } = await wholeFeed(eventFeed, partner);
          const expected = partner === 'globex' ? 12 : 6;
          expect(
            events.map(({ place }) => place),
            `${partner}, killed at ${killedAt}`,
          ).to.deep.equal(Array.from({ length: expected }, (_, n) => n + 1));
        }
        if (calls < killedAt) {
          expect(killedAt).to.be.above(15);
          return;
        }
      }
    });
});
