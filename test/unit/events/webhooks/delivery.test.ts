import { TE, unavailable } from '@portcullis/domain';
import { memoryDriver } from '@portcullis/record-store/memory';
import { expect } from 'chai';
import { profileOf } from '#contracts/builders/driver-rows';
import { disableAfterMs, retryDelaysMs } from '#events/webhooks/delivery/schedule';
import { rotateSecret } from '#events/webhooks/manage-endpoints';
import { mustSucceed } from '../../../support/run.ts';
import { answered, timedOut } from '../../../support/webhooks/scripted-sender.ts';
import { acmeCaller, settle, webhookDatabase } from '../../../support/webhooks/webhook-database.ts';

const begin = async () => {
  const base = webhookDatabase(memoryDriver());
  const endpoint = await base.create();
  const delivery = base.instance('one');
  const bodies = () =>
    base.sent.map(
      ({ body }): { readonly type: string; readonly data: { readonly id: string; readonly version: number } } =>
        JSON.parse(body),
    );
  const versionsOf = (n: number) =>
    bodies()
      .filter(({ data }) => data.id === profileOf(n))
      .map(({ data }) => data.version);
  const settled = (rounds = 3) => settle(delivery, base.clock, rounds);
  const rounds = async () => {
    for (const _ of [1, 2]) {
      await delivery.round();
      await delivery.idle();
    }
  };
  const stateOf = () => mustSucceed(base.stores.webhookDeliveries.state(endpoint.id));
  return {
    ...base,
    bodies,
    delivery,
    endpoint,
    rounds,
    settled,
    stateOf,
    versionsOf,
  };
};

describe('the delivery of webhooks', () => {
  it('sends each event once, as the feed has it, and leaves no row behind', async () => {
    const { bodies, happen, sent, settled, stateOf, stores, endpoint } = await begin();
    await happen([1, 2, 1]);
    await settled();
    const { events } = await mustSucceed(stores.eventFeed.page('acme', 0, 10));
    expect(sent.map(({ id }) => id)).to.have.members(events.map(({ row }) => `evt_${row}`));
    expect(bodies()[0]).to.deep.include({ type: 'profile.submitted' });
    expect(await stateOf()).to.deep.include({ place: 3, ahead: [], failures: 0 });
    expect(await mustSucceed(stores.webhookDeliveries.waiting(endpoint.id, 10))).to.deep.equal([]);
    await settled();
    expect(sent.length).to.equal(3);
  });

  it('tries an event at 0, 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h and 24 h, within a tenth, and then gives it up', async () => {
    const { clock, endpoint, happen, notes, rounds, script, sent, settled, stores } = await begin();
    script.answer = () => answered(500);
    await happen([1]);
    await settled();
    for (const [n, delay] of retryDelaysMs.entries()) {
      if (n === 0) continue;
      const [waiting] = await mustSucceed(stores.webhookDeliveries.waiting(endpoint.id, 10));
      const due = Date.parse(waiting?.dueAt ?? '') - clock.now();
      expect(due, `before try ${n + 1}`).to.be.within(delay * 0.9 - 1, delay * 1.1 + 1);
      clock.advance(due - 1);
      await rounds();
      expect(sent.length, `before try ${n + 1}`).to.equal(n);
      clock.advance(1);
      await rounds();
      expect(sent.length, `try ${n + 1}`).to.equal(n + 1);
    }
    expect(await mustSucceed(stores.webhookDeliveries.waiting(endpoint.id, 10))).to.deep.equal([]);
    expect(await mustSucceed(stores.webhookDeliveries.dead(endpoint.id, 0, 10))).to.have.length(1);
    expect(notes.tries.at(-1)).to.equal('dead');
    expect(new Set(sent.map(({ id }) => id)).size).to.equal(1);
  });

  it('makes first tries of a profile in order, and goes on with later ones after a failure', async () => {
    const { happen, script, sent, settled, versionsOf } = await begin();
    script.answer = async ({ body }) => {
      const { data } = JSON.parse(body);
      for (let turn = 0; turn < 5 / data.version; turn += 1) await Promise.resolve();
      return answered(data.version === 2 ? 500 : 200);
    };
    await happen([1, 2, 1, 2, 1]);
    await settled();
    expect([versionsOf(1), versionsOf(2)]).to.deep.equal([
      [1, 2, 3],
      [1, 2],
    ]);
    expect(sent.length).to.equal(5);
  });

  // Events that are placed together are in the order of their profiles.
  it('does not let one request that hangs hold up the events of others', async () => {
    const { clock, delivery, happen, script, sent, stateOf } = await begin();
    let release: () => void = () => undefined;
    const hung = new Promise<void>((resolve) => {
      release = resolve;
    });
    script.answer = async ({ body }) => {
      if (JSON.parse(body).data.id === profileOf(1)) await hung;
      return answered(200);
    };
    await happen([1, 2, 3, 1]);
    clock.advance(2000);
    await delivery.round();
    for (let turn = 0; turn < 200; turn += 1) await Promise.resolve();
    expect(sent.length).to.equal(3);
    expect(await stateOf()).to.deep.include({ place: 0, ahead: [{ from: 3, to: 4 }] });
    release();
    await delivery.idle();
    expect([sent.length, (await stateOf())?.place]).to.deep.equal([4, 4]);
  });

  it('sends what the endpoint has asked for, and nothing that happened before it was created', async () => {
    const base = webhookDatabase(memoryDriver());
    await base.happen([1]);
    await base.create({ types: ['profile.approved'] });
    const delivery = base.instance('one');
    await base.happen([2]);
    await base.happen([3], { type: 'profile.approved', status: 'approved' });
    await settle(delivery, base.clock, 3);
    expect(base.sent.map(({ body }) => JSON.parse(body).data.id)).to.deep.equal([profileOf(3)]);
  });

  it('moves on past what the endpoint has not asked for, also where there is nothing else', async () => {
    const base = webhookDatabase(memoryDriver());
    const { id } = await base.create({ types: ['profile.approved'] });
    const { record } = base.deps.deliveries;
    let writes = 0;
    const deliveries: typeof base.deps.deliveries = {
      ...base.deps.deliveries,
      // A run that does not end would hold up every other test.
      record: (...args) => {
        writes += 1;
        return writes > 20 ? TE.left(unavailable('database', 'it is written again and again')) : record(...args);
      },
    };
    await base.happen([1, 2]);
    await settle(base.instance('one', { deliveries }), base.clock, 3);
    expect([base.notes.failures, base.sent]).to.deep.equal([[], []]);
    expect(await mustSucceed(base.stores.webhookDeliveries.state(id))).to.deep.include({ place: 2, ahead: [] });
  });

  it('takes a redirect for a failure, and 410 for the end', async () => {
    const { endpoint, happen, notes, script, sent, settled, stores } = await begin();
    script.answer = () => answered(302);
    await happen([1]);
    await settled();
    expect(notes.tries).to.deep.equal(['failed']);
    script.answer = () => answered(410);
    await happen([2, 2]);
    await settled();
    expect(notes.disabled).to.deep.equal(['gone']);
    expect(await mustSucceed(stores.webhookEndpoints.find(endpoint.id))).to.deep.include({
      status: 'disabled',
      disabledReason: 'gone',
    });
    const before = sent.length;
    await happen([3]);
    await settled();
    expect(sent.length).to.equal(before);
  });

  for (const status of [429, 502, 503, 504])
    it(`leaves an endpoint that answers ${status} alone for as long as it asks, at most a day`, async () => {
      const { clock, happen, rounds, script, sent, settled } = await begin();
      script.answer = () => answered(status, 3600);
      await happen([1]);
      await settled();
      script.answer = () => answered(200);
      await happen([2]);
      clock.advance(3600_000 - 4000);
      await rounds();
      expect(sent.length).to.equal(1);
      clock.advance(6000);
      await rounds();
      expect(sent.length).to.equal(3);
      script.answer = () => answered(status, 86_400 * 9);
      await happen([3]);
      await settled();
      script.answer = () => answered(200);
      clock.advance(86_400_000);
      await rounds();
      expect(sent.length).to.equal(5);
    });

  it('does not leave an endpoint alone until a time that only a clock that was ahead can have written', async () => {
    const { clock, happen, script, sent, settled } = await begin();
    clock.set(400 * 86_400_000);
    script.answer = () => answered(429, 3600);
    await happen([1]);
    await settled();
    clock.set(-400 * 86_400_000);
    script.answer = () => answered(200);
    await happen([2]);
    await settled();
    expect(sent.length).to.equal(2);
  });

  it('leaves an endpoint alone that has asked for it, although a request that was under way is answered with 200', async () => {
    const { clock, happen, rounds, script, sent, settled } = await begin();
    script.answer = async ({ body }) => {
      if (JSON.parse(body).data.id === profileOf(1)) return answered(429, 3600);
      for (let turn = 0; turn < 50; turn += 1) await Promise.resolve();
      return answered(200);
    };
    await happen([1, 2, 3]);
    await settled();
    await happen([4]);
    clock.advance(3_590_000);
    await rounds();
    expect(sent.length).to.equal(3);
    clock.advance(11_000);
    await rounds();
    expect(sent.length).to.equal(5);
  });

  it('sends nothing twice when a pause ends before the request that was under way beside it', async () => {
    const { clock, happen, rounds, script, settled, versionsOf } = await begin();
    script.answer = async ({ body }) => {
      if (JSON.parse(body).data.id === profileOf(1)) return answered(429, 1);
      for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
      clock.advance(1500);
      return answered(200);
    };
    await happen([1, 2, 2, 2]);
    await settled(1);
    await rounds();
    expect(versionsOf(2)).to.deep.equal([1, 2, 3]);
  });

  it('is not throttled by refusals of signatures while two secrets sign, and is by other failures', async () => {
    for (const [status, isAll] of [
      [401, true],
      [403, true],
      [400, true],
      [500, false],
    ] as const) {
      const { deps, endpoint, happen, script, sent, settled, stateOf } = await begin();
      await mustSucceed(rotateSecret(deps)({ caller: acmeCaller, id: endpoint.id }));
      script.answer = () => answered(status);
      await happen(Array.from({ length: 40 }, (_, n) => n + 1));
      await settled(4);
      expect(sent.length >= 40, String(status)).to.equal(isAll);
      expect(((await stateOf())?.failures ?? 0) < 10, String(status)).to.equal(isAll);
    }
    const { happen, script, sent, settled } = await begin();
    script.answer = () => answered(401);
    await happen(Array.from({ length: 40 }, (_, n) => n + 1));
    await settled(4);
    expect(sent.length, 'without a rotation').to.be.below(40);
  });

  it('tries again within seconds after ten failures, and all the rest with the first success', async () => {
    const { clock, happen, rounds, script, sent, settled, stateOf } = await begin();
    script.answer = () => timedOut;
    await happen(Array.from({ length: 12 }, (_, n) => n + 1));
    await settled(1);
    script.answer = () => answered(200);
    const failures = (await stateOf())?.failures ?? 0;
    expect(failures).to.be.within(10, 16);
    clock.advance(5001);
    await rounds();
    clock.advance(6000);
    await rounds();
    expect((await stateOf())?.failures).to.equal(0);
    expect(sent.length).to.be.at.least(24);
  });

  it('makes one try a minute after many failures, while the rest waits and uses no attempt', async () => {
    const { clock, happen, rounds, script, sent, settled, stateOf, stores, endpoint } = await begin();
    script.answer = () => timedOut;
    await happen(Array.from({ length: 40 }, (_, n) => n + 1));
    await settled(2);
    expect(sent.length).to.be.within(10, 16);
    for (let probe = 0; probe < 30; probe += 1) {
      clock.advance(60_001);
      await rounds();
    }
    const first = sent.length;
    expect((await stateOf())?.failures).to.equal(first);
    for (let minute = 1; minute <= 3; minute += 1) {
      clock.advance(59_000);
      await rounds();
      expect(sent.length).to.equal(first + minute - 1);
      clock.advance(1001);
      await rounds();
      expect(sent.length).to.equal(first + minute);
    }
    const waiting = await mustSucceed(stores.webhookDeliveries.waiting(endpoint.id, 100));
    expect(waiting.reduce((sum, { attempts }) => sum + attempts, 0)).to.equal(sent.length);
    script.answer = () => answered(200);
    clock.advance(60_001);
    await rounds();
    const untried = (await mustSucceed(stores.webhookDeliveries.waiting(endpoint.id, 100))).filter(
      ({ attempts }) => attempts === 0,
    );
    expect(untried, 'what was not tried goes at once after a success').to.deep.equal([]);
    clock.advance(8 * 3_600_000);
    await rounds();
    expect((await stateOf())?.place).to.equal(40);
    expect(await mustSucceed(stores.webhookDeliveries.waiting(endpoint.id, 100))).to.deep.equal([]);
  });

  it('disables an endpoint that has failed for five days, and goes on where it was when it is enabled again', async () => {
    const { clock, happen, notes, rounds, script, settled } = await begin();
    script.answer = () => answered(500);
    await happen([1]);
    await settled();
    for (let hours = 0; notes.disabled.length === 0 && hours < 200; hours += 1) {
      clock.advance(3600_000);
      await happen([1]);
      await rounds();
      if (hours * 3600_000 < disableAfterMs - 7200_000) expect(notes.disabled, `after ${hours} h`).to.deep.equal([]);
    }
    expect(notes.disabled).to.deep.equal(['failing']);
  });

  it('sends what stays of an erased profile', async () => {
    const { bodies, clock, happen, rounds, script, settled, stores } = await begin();
    script.answer = () => answered(500);
    await happen([1]);
    await settled();
    const profile = { id: profileOf(1) } as Parameters<typeof stores.eraser.erase>[0];
    await mustSucceed(stores.eraser.erase(profile));
    script.answer = () => answered(200);
    clock.advance(6000);
    await rounds();
    expect(bodies().map(({ type }) => type)).to.deep.equal(['profile.submitted', 'profile.erased']);
  });
});
