import { sequentialIds } from '@portcullis/adapter-memory/testing';
import { createContainer, silentLogger, Tokens } from '@portcullis/app';
import { aNew } from '@portcullis/contracts/builders';
import type { FeedPosition } from '@portcullis/events/ports';
import { createRecordStore } from '@portcullis/record-store';
import type { RecordDriver } from '@portcullis/record-store/driver';
import { memoryDriver } from '@portcullis/record-store/memory';
import { expect } from 'chai';
import { serviceEntryRelay } from '#app/jobs/entry-relay';
import { configOf } from '../../support/builders/configurations.ts';
import { aKeyring } from '../../support/builders/keyrings.ts';
import { fakeClock } from '../../support/clock/fake-clock.ts';
import { manualTimers } from '../../support/clock/manual-timers.ts';
import { withFaults } from '../../support/records/driver-faults.ts';
import { mustSucceed } from '../../support/run.ts';

/** What an instance asks the database for while it places entries and numbers their events. */
const relayCalls: readonly (keyof RecordDriver)[] = ['entriesWithoutPlace', 'updateIf', 'get', 'page'];

/** The relay of an instance over a database, under timers that the test moves, and what it asks. */
const anInstance = async (name: string, driver: RecordDriver) => {
  // Nothing listens at this port: only what is in memory answers.
  const container = await createContainer(configOf({ DATABASE_URL: 'http://127.0.0.1:1/' }), 'sandbox', silentLogger);
  const calls: string[] = [];
  const noted = withFaults(driver, (call) => {
    if (relayCalls.includes(call)) calls.push(call);
    return null;
  });
  const records = { ...container.get(Tokens.records), ...createRecordStore(noted, aKeyring(), sequentialIds(name)) };
  await mustSucceed(records.keys.prepare);
  container.rebind(Tokens.records).toConstantValue(records);
  container.rebind(Tokens.clock).toConstantValue(fakeClock());
  const { pass, timers } = manualTimers();
  const relay = serviceEntryRelay(container, silentLogger, timers);
  const moved: FeedPosition[] = [];
  container.get(Tokens.movedFeeds).subscribe((feed) => moved.push(feed));
  let created = 0;
  const create = async () => {
    created += 1;
    const { entries, profile } = aNew({ reference: `${name}-${created}` });
    const events = entries.map((entry) => ({ ...entry, kind: 'status_change' as const, to: profile.status }));
    await mustSucceed(container.get(Tokens.profiles).insert({ profile, entries: events }, null));
    return profile.tenant.partnerId;
  };
  return {
    calls,
    container,
    create,
    moved,
    pass,
    relay,
  };
};

describe('an event that this instance has stored', () => {
  it('is in the feed without a wait for the next second, by one round for all that were stored together', async () => {
    const { calls, container, create, moved, pass, relay } = await anInstance('one', memoryDriver());
    relay.start();
    await pass(1000);
    expect(moved).to.deep.equal([]);
    calls.length = 0;
    const partnerId = await create();
    for (let n = 0; n < 9; n += 1) await create();
    const wait = container.get(Tokens.feedWatch).begin(partnerId, 20_000);
    const passed = wait?.hasPassed(9);
    await pass(50);
    expect(moved).to.deep.equal([{ partnerId, place: 10 }]);
    expect(await passed).to.equal(true);
    expect(calls.filter((call) => call === 'entriesWithoutPlace')).to.have.length(1);
    wait?.end();
    await relay.stop();
  });

  it('costs nothing in an instance that has not the lease, where it would place nothing', async () => {
    const driver = memoryDriver();
    const first = await anInstance('one', driver);
    const second = await anInstance('two', driver);
    first.relay.start();
    await first.pass(1000);
    second.relay.start();
    await second.pass(1000);
    second.calls.length = 0;
    await second.create();
    await second.pass(999);
    expect(second.calls).to.deep.equal([]);
    await first.pass(1000);
    expect(first.moved).to.have.length(1);
    await second.relay.stop();
    await first.relay.stop();
  });
});
