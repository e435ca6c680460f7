import { TE, unavailable } from '@portcullis/domain';
import { memoryDriver } from '@portcullis/record-store/memory';
import { expect } from 'chai';
import { rotateSecret } from '#events/webhooks/manage-endpoints';
import { mustSucceed } from '../../../support/run.ts';
import { answered } from '../../../support/webhooks/scripted-sender.ts';
import { acmeCaller, settle, webhookDatabase } from '../../../support/webhooks/webhook-database.ts';

const begin = async (endpoints = 1) => {
  const base = webhookDatabase(memoryDriver());
  for (let n = 0; n < endpoints; n += 1) await base.create();
  return base;
};

describe('several instances that deliver webhooks', () => {
  it('send each event once, from the one that has the lease, when they start together', async () => {
    const { clock, happen, instance, sent } = await begin(12);
    const instances = ['a', 'b', 'c'].map((name) => instance(name));
    clock.advance(2000);
    for (let round = 0; round < 20; round += 1)
      for (const one of instances) {
        await one.round();
        await one.idle();
      }
    await happen([1, 2, 3]);
    clock.advance(2000);
    for (let round = 0; round < 3; round += 1) for (const one of instances) await one.round();
    for (const one of instances) await one.idle();
    expect(sent).to.have.length(36);
    expect(instances.map((one) => one.hasLease())).to.deep.equal([true, false, false]);
  });

  it('write nothing under a lease that another has taken meanwhile: neither the cursor, nor a failure, nor the log', async () => {
    const { clock, happen, instance, notes, script, sent, stores } = await begin();
    const a = instance('a');
    const b = instance('b');
    let release: () => void = () => undefined;
    const hung = new Promise<void>((resolve) => {
      release = resolve;
    });
    script.answer = async () => {
      await hung;
      return answered(500);
    };
    await happen([1]);
    clock.advance(2000);
    await a.round();
    await Promise.resolve();
    for (let turn = 0; sent.length === 0 && turn < 500; turn += 1) await Promise.resolve();
    expect(sent).to.have.length(1);
    await b.round();
    clock.advance(31_000);
    script.answer = () => answered(200);
    await settle(b, clock, 3);
    expect(sent).to.have.length(2);
    const [{ id } = { id: '' }] = await mustSucceed(stores.webhookEndpoints.active(''));
    const before = await mustSucceed(stores.webhookDeliveries.state(id));
    release();
    await a.idle();
    expect(await mustSucceed(stores.webhookDeliveries.state(id))).to.deep.equal(before);
    expect(await mustSucceed(stores.webhookDeliveries.waiting(id, 10))).to.deep.equal([]);
    expect(
      (await mustSucceed(stores.webhookDeliveries.tries(id, null))).tries.map(({ outcome }) => outcome),
    ).to.deep.equal(['delivered']);
    expect(notes.tries).to.deep.equal(['delivered']);
  });

  it('do not ask again at once for what the database has refused, and then go on', async () => {
    const { clock, deps, happen, instance, notes, sent } = await begin();
    let isDown = true;
    const find: typeof deps.endpoints.find = (id) =>
      isDown ? TE.left(unavailable('database', 'does not open')) : deps.endpoints.find(id);
    const one = instance('one', { endpoints: { ...deps.endpoints, find } });
    await happen([1]);
    for (let passed = 0; passed < 10_000; passed += 250) {
      await one.round();
      await one.idle();
      clock.advance(250);
    }
    expect(notes.failures.length).to.be.within(4, 5);
    isDown = false;
    await settle(one, clock, 3);
    expect(sent).to.have.length(1);
  });

  it('give their leases back at a stop, so that another one goes on at once', async () => {
    const { clock, happen, instance, sent } = await begin();
    const a = instance('a');
    const b = instance('b');
    await settle(a, clock, 2);
    await happen([1]);
    await a.stop();
    await settle(b, clock, 2);
    expect(sent).to.have.length(1);
    await happen([1]);
    clock.advance(2000);
    await a.round();
    await a.idle();
    expect(sent).to.have.length(1);
  });

  it('take over from one that was killed when its lease has ended, and send again what was not written', async () => {
    const { clock, happen, instance, script, sent } = await begin();
    const a = instance('a');
    script.answer = () => new Promise(() => undefined);
    await happen([1, 2, 1]);
    clock.advance(2000);
    await a.round();
    for (let turn = 0; sent.length < 2 && turn < 500; turn += 1) await Promise.resolve();
    script.answer = () => answered(200);
    const b = instance('b');
    await settle(b, clock, 2);
    expect(sent).to.have.length(2);
    clock.advance(30_000);
    await settle(b, clock, 3);
    expect(sent).to.have.length(5);
    expect(new Set(sent.map(({ id }) => id)).size).to.equal(3);
  });

  it('sign with both secrets once a rotation is answered, whichever of them sends', async () => {
    const { clock, deps, happen, instance, script, sent, stores } = await begin();
    const [{ id } = { id: '' }] = await mustSucceed(stores.webhookEndpoints.active(''));
    const a = instance('a');
    const b = instance('b');
    const wait = async (ms: number): Promise<void> => {
      clock.advance(ms);
      for (const one of [b, a]) await one.round();
    };
    let rotating: Promise<unknown> | null = null;
    let atAnswer = 0;
    script.answer = async () => {
      if (sent.length === 30)
        rotating = mustSucceed(rotateSecret({ ...deps, wait })({ caller: acmeCaller, id })).then(() => {
          atAnswer = sent.length;
        });
      await rotating;
      return answered(200);
    };
    await happen(Array.from({ length: 100 }, (_, n) => n + 1));
    await settle(a, clock, 3);
    expect([sent.length, a.hasLease(), b.hasLease()]).to.deep.equal([100, true, false]);
    await a.stop();
    await happen([101, 102]);
    clock.advance(30_000);
    await settle(b, clock, 2);
    expect([sent.length, a.hasLease(), b.hasLease()]).to.deep.equal([102, false, true]);
    expect(atAnswer).to.be.within(30, 60);
    expect(sent.slice(atAnswer).every(({ secrets }) => secrets.length === 2)).to.equal(true);
  });
});
