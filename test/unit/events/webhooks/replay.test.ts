import { TE, unavailable } from '@portcullis/domain';
import type { ReplayTarget } from '@portcullis/events';
import { memoryDriver } from '@portcullis/record-store/memory';
import { expect } from 'chai';
import { readDeadLetters, readTries } from '#events/webhooks/read-deliveries';
import { replayDeliveries } from '#events/webhooks/replay-deliveries';
import { mustFail, mustSucceed } from '../../../support/run.ts';
import { answered } from '../../../support/webhooks/scripted-sender.ts';
import { acmeCaller, settle, webhookDatabase } from '../../../support/webhooks/webhook-database.ts';

const begin = async (events: readonly number[]) => {
  const base = webhookDatabase(memoryDriver());
  const endpoint = await base.create();
  const delivery = base.instance('one');
  const own = { caller: acmeCaller, id: endpoint.id };
  const settled = () => settle(delivery, base.clock, 3);
  await base.happen(events);
  await settled();
  const ids = base.sent.map(({ id }) => id);
  base.sent.length = 0;
  const replay = async (target: ReplayTarget) => {
    const count = await mustSucceed(replayDeliveries(base.deps)({ ...own, target }));
    await settled();
    const again = base.sent.map(({ id }) => id);
    base.sent.length = 0;
    return { again, count };
  };
  return {
    ...base,
    delivery,
    endpoint,
    ids,
    own,
    replay,
    settled,
  };
};

describe('the replay of webhooks', () => {
  it('sends one event once more, with its id', async () => {
    const { ids, replay } = await begin([1, 2, 3]);
    expect(await replay({ kind: 'event', eventId: ids[1] ?? '' })).to.deep.equal({ again: [ids[1]], count: 1 });
  });

  it('sends a range, and everything behind a place, and then goes on where it was', async () => {
    const { happen, ids, replay, sent, settled, stores, endpoint } = await begin([1, 1, 1, 1, 1]);
    expect(await replay({ kind: 'range', after: 1, until: 3 })).to.deep.equal({ again: ids.slice(1, 3), count: 2 });
    expect(await replay({ kind: 'range', after: 2, until: null })).to.deep.equal({ again: ids.slice(2), count: 3 });
    expect(await replay({ kind: 'range', after: 0, until: null })).to.deep.equal({ again: ids, count: 5 });
    expect(await mustSucceed(stores.webhookDeliveries.state(endpoint.id))).to.deep.include({ place: 5, replay: null });
    await happen([2]);
    await settled();
    expect(sent).to.have.length(1);
  });

  it('sends all of a range that begins earlier than the one that is being sent', async () => {
    const { deps, ids, own, replay, script, sent } = await begin(Array.from({ length: 60 }, (_, n) => n + 1));
    script.answer = async () => {
      if (sent.length === 20) {
        const target: ReplayTarget = { kind: 'range', after: 0, until: null };
        await mustSucceed(replayDeliveries(deps)({ ...own, target }));
      }
      return answered(200);
    };
    const { again } = await replay({ kind: 'range', after: 30, until: null });
    expect(new Set(again)).to.deep.equal(new Set(ids));
  });

  it('ends after the last of its requests, also when the database does not answer', async () => {
    const { clock, deps, happen, instance, own, script, sent, settled } = await begin([1, 2, 3]);
    await settled();
    let isDown = false;
    let isReleased = false;
    let release: () => void = () => undefined;
    const hung = new Promise<void>((resolve) => {
      release = resolve;
    });
    const record: typeof deps.deliveries.record = (...given) =>
      isDown ? TE.left(unavailable('database', 'down')) : deps.deliveries.record(...given);
    const other = instance('two', { deliveries: { ...deps.deliveries, record } });
    await mustSucceed(replayDeliveries(deps)({ ...own, target: { kind: 'range', after: 0, until: null } }));
    await happen([]);
    clock.advance(130_000 + 30_000);
    script.answer = async () => {
      isDown = true;
      if (sent.length === 2) await hung;
      return answered(200);
    };
    await other.round();
    const idle = other.idle().then(() => isReleased);
    for (let turn = 0; turn < 300; turn += 1) await Promise.resolve();
    isReleased = true;
    release();
    expect(await idle).to.equal(true);
  });

  it('tries all dead letters again, which are gone when they were received', async () => {
    const { clock, deps, happen, own, replay, script, settled } = await begin([]);
    script.answer = () => answered(500);
    await happen([1, 2]);
    await settled();
    // The circuit is open: one try a minute.
    for (let hours = 0; hours < 90; hours += 1)
      for (const pauseMs of [3_540_000, 60_000]) {
        clock.advance(pauseMs);
        await settled();
      }
    const letters = await mustSucceed(readDeadLetters(deps)({ ...own, after: 0, limit: 10 }));
    expect(letters.map(({ attempts }) => attempts)).to.deep.equal([10, 10]);
    script.answer = () => answered(200);
    const { again, count } = await replay({ kind: 'dead_letters' });
    expect(count).to.equal(2);
    expect(again.slice(-2)).to.have.members(letters.map(({ eventId }) => eventId));
    expect(await mustSucceed(readDeadLetters(deps)({ ...own, after: 0, limit: 10 }))).to.deep.equal([]);
    const { tries } = await mustSucceed(readTries(deps)({ ...own, before: null }));
    expect(tries[0]).to.deep.include({ outcome: 'delivered', attempt: 1, status: 200, ms: 12, address: '203.0.113.7' });
    expect(tries.filter(({ outcome }) => outcome === 'dead')).to.have.length(2);
  });

  it('tries what fails in a replay again, as every event', async () => {
    const { clock, ids, replay, script, sent, settled } = await begin([1]);
    script.answer = () => answered(500);
    await replay({ kind: 'event', eventId: ids[0] ?? '' });
    script.answer = () => answered(200);
    clock.advance(6000);
    await settled();
    expect(sent.map(({ id }) => id)).to.deep.equal(ids);
  });

  it('knows no event of another partner, and nothing of another tenant', async () => {
    const { deps, endpoint, own } = await begin([1]);
    const replay = replayDeliveries(deps);
    const target: ReplayTarget = { kind: 'event', eventId: 'evt_nothing00000001' };
    expect(await mustFail(replay({ ...own, target }))).to.include({ _tag: 'Invalid' });
    expect(await mustFail(replay({ ...own, target: { kind: 'range', after: 9, until: null } }))).to.include({
      _tag: 'Invalid',
    });
    const globex = { ...acmeCaller, tenant: { partnerId: 'globex', teamId: null } };
    for (const task of [
      replay({ caller: globex, id: endpoint.id, target: { kind: 'dead_letters' } }),
      readTries(deps)({ caller: globex, id: endpoint.id, before: null }),
      readDeadLetters(deps)({ caller: globex, id: endpoint.id, after: 0, limit: 10 }),
    ])
      expect(await mustFail<unknown>(task)).to.deep.equal({ _tag: 'NotFound' });
  });
});
