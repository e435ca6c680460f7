import { memoryDriver } from '@portcullis/record-store/memory';
import { expect } from 'chai';
import { profileOf } from '#contracts/builders/driver-rows';
import { steppedClock } from '../../../support/clock/stepped-clock.ts';
import { turns } from '../../../support/clock/turns.ts';
import { mustSucceed } from '../../../support/run.ts';
import { answered } from '../../../support/webhooks/scripted-sender.ts';
import { settle, webhookDatabase } from '../../../support/webhooks/webhook-database.ts';

describe('deliveries of a feed that this instance has moved', () => {
  it('delivers what it hears of at once, without a look at the feeds, and what comes meanwhile without a round', async () => {
    const base = webhookDatabase(memoryDriver());
    await base.create();
    const looks: (readonly string[])[] = [];
    const { eventFeed } = base.stores;
    const heads: typeof eventFeed.heads = (partnerIds) => {
      looks.push(partnerIds);
      return eventFeed.heads(partnerIds);
    };
    const delivery = base.instance('one', { eventFeed: { ...eventFeed, heads } });
    await settle(delivery, base.clock, 2);
    looks.length = 0;
    await base.happen([1]);
    base.script.answer = async () => {
      if (base.sent.length === 1) {
        await base.happen([2]);
        delivery.hear({ partnerId: 'acme', place: 2 });
      }
      return answered(204);
    };
    delivery.hear({ partnerId: 'globex', place: 1 });
    await delivery.idle();
    expect(base.sent).to.have.length(0);
    delivery.hear({ partnerId: 'acme', place: 1 });
    await delivery.idle();
    expect([base.sent.length, looks]).to.deep.equal([2, []]);
    await delivery.stop();
    await base.happen([3]);
    delivery.hear({ partnerId: 'acme', place: 3 });
    await delivery.idle();
    expect(base.sent).to.have.length(2);
  });

  it('does not forget what it has heard for a look that began before', async () => {
    const base = webhookDatabase(memoryDriver());
    await base.create();
    const { eventFeed } = base.stores;
    let meanwhile = async (): Promise<void> => undefined;
    const heads: typeof eventFeed.heads = (partnerIds) => async () => {
      const found = await eventFeed.heads(partnerIds)();
      await meanwhile();
      return found;
    };
    const delivery = base.instance('one', { eventFeed: { ...eventFeed, heads } });
    await settle(delivery, base.clock, 2);
    base.script.answer = () => answered(503, 1);
    await base.happen([1]);
    delivery.hear({ partnerId: 'acme', place: 1 });
    await delivery.idle();
    base.script.answer = () => answered(204);
    meanwhile = async () => {
      await base.happen([2]);
      delivery.hear({ partnerId: 'acme', place: 2 });
      meanwhile = async () => undefined;
      base.clock.advance(1000);
    };
    base.clock.advance(500);
    await delivery.round();
    await delivery.idle();
    expect(base.sent.map(({ body }) => JSON.parse(body).data.id)).to.deep.equal([profileOf(1), profileOf(2)]);
  });

  it('sends what comes while a request hangs, without waiting for its end', async () => {
    const base = webhookDatabase(memoryDriver());
    await base.create();
    const ends: (() => void)[] = [];
    const delivery = base.instance('one', { gather: () => new Promise((resolve) => ends.push(resolve)) });
    await settle(delivery, base.clock, 2);
    let answerFirst: () => void = () => undefined;
    base.script.answer = () =>
      base.sent.length > 1
        ? answered(204)
        : new Promise((resolve) => {
            answerFirst = () => resolve(answered(204));
          });
    const hear = async (profile: number, place: number): Promise<void> => {
      await base.happen([profile]);
      delivery.hear({ partnerId: 'acme', place });
      await turns();
      for (const end of ends.splice(0)) end();
      await turns();
    };
    for (const n of [1, 2, 3]) await hear(n, n);
    await base.happen([4]);
    await delivery.round();
    base.clock.advance(2000);
    await delivery.round();
    await turns();
    for (const end of ends.splice(0)) end();
    await turns();
    const ids = () => base.sent.map(({ body }) => JSON.parse(body).data.id);
    expect(ids()).to.deep.equal([1, 2, 3, 4].map(profileOf));
    answerFirst();
    await delivery.idle();
    const [endpoint] = await mustSucceed(base.stores.webhookEndpoints.active(''));
    const state = await mustSucceed(base.stores.webhookDeliveries.state(endpoint?.id ?? ''));
    expect(state).to.deep.include({ place: 4, ahead: [] });
    expect(ids()).to.have.length(4);
  });

  it('sends nothing that it hears of while its clock is not trusted', async () => {
    const { clock, goesAhead, isRightAgain } = steppedClock();
    const base = webhookDatabase(memoryDriver(), clock);
    await base.create();
    const delivery = base.instance('one');
    await settle(delivery, clock, 2);
    await base.happen([1]);
    goesAhead();
    delivery.hear({ partnerId: 'acme', place: 1 });
    isRightAgain();
    await delivery.idle();
    expect(base.sent).to.have.length(0);
    delivery.hear({ partnerId: 'acme', place: 1 });
    await delivery.idle();
    expect(base.sent).to.have.length(1);
  });

  it('looks at the feeds sooner while other instances move them, and as seldom as ever while nobody does', async () => {
    const base = webhookDatabase(memoryDriver());
    await base.create();
    const { eventFeed } = base.stores;
    let looks = 0;
    const heads: typeof eventFeed.heads = (partnerIds) => {
      looks += 1;
      return eventFeed.heads(partnerIds);
    };
    const delivery = base.instance('one', { eventFeed: { ...eventFeed, heads } });
    await settle(delivery, base.clock, 2);
    const looksIn = async (ms: number, happens: () => Promise<void>): Promise<number> => {
      looks = 0;
      for (let passed = 0; passed < ms; passed += 250) {
        await happens();
        base.clock.advance(250);
        await delivery.round();
        await delivery.idle();
      }
      return looks;
    };
    expect(await looksIn(5000, async () => undefined)).to.equal(10);
    expect(await looksIn(5000, () => base.happen([1]))).to.be.within(19, 20);
  });
});
