import { memoryDriver } from '@portcullis/record-store/memory';
import { expect } from 'chai';
import { profileOf } from '#contracts/builders/driver-rows';
import { createEndpoint } from '#events/webhooks/create-endpoint';
import { deleteEndpoint, rotateSecret, updateEndpoint } from '#events/webhooks/manage-endpoints';
import { replayDeliveries } from '#events/webhooks/replay-deliveries';
import { fakeClock } from '../../../support/clock/fake-clock.ts';
import { turns } from '../../../support/clock/turns.ts';
import { mustSucceed } from '../../../support/run.ts';
import { answered } from '../../../support/webhooks/scripted-sender.ts';
import { acmeCaller, settle, webhookDatabase } from '../../../support/webhooks/webhook-database.ts';

const backlog = Array.from({ length: 300 }, (_, n) => n + 1);

const begin = async () => {
  const trust = { isTrusted: true };
  const clock = { ...fakeClock('2026-05-01T10:00:00.000Z'), isTrusted: () => trust.isTrusted };
  const base = webhookDatabase(memoryDriver(), clock);
  const endpoint = await base.create();
  const delivery = base.instance('one');
  const own = { caller: acmeCaller, id: endpoint.id };
  const settled = () => settle(delivery, base.clock, 3);
  /**
   * Does something while the request with a number, and those behind it, are under way, and lets two seconds pass and
   * the list be read.
   */
  const during = (request: number, act: () => Promise<unknown>): void => {
    let acting: Promise<void> | null = null;
    const actOnce = async (): Promise<void> => {
      await act();
      base.clock.advance(2000);
      await delivery.round();
    };
    base.script.answer = async () => {
      if (base.sent.length === request) acting = actOnce();
      await acting;
      return answered(200);
    };
  };
  return {
    ...base,
    delivery,
    during,
    own,
    settled,
    trust,
  };
};

describe('receivers that take long', () => {
  it('hold up the events of their own partner, and of nobody else', async () => {
    const { clock, create, delivery, deps, happen, script, sent } = await begin();
    for (let n = 2; n <= 12; n += 1) await create();
    const tenant = { partnerId: 'globex', teamId: null };
    const url = 'https://globex.example/hooks';
    await mustSucceed(createEndpoint(deps)({ caller: { ...acmeCaller, tenant }, url, description: null, types: null }));
    script.answer = () => new Promise(() => undefined);
    const round = async () => {
      await delivery.round();
      await turns();
    };
    await happen(backlog.slice(0, 30));
    clock.advance(2000);
    for (let n = 0; n < 16; n += 1) await round();
    expect(sent.filter((one) => one.url !== url)).to.have.length(32);
    await happen([500], {}, 'globex');
    clock.advance(2000);
    await round();
    expect(sent.filter((one) => one.url === url)).to.have.length(2);
  });
});

describe('a run of deliveries that takes long', () => {
  it('sends nothing more to an endpoint that was disabled two seconds ago', async () => {
    const { deps, during, happen, own, sent, settled } = await begin();
    await happen(backlog);
    during(30, () => mustSucceed(updateEndpoint(deps)({ ...own, settings: { status: 'disabled' } })));
    await settled();
    expect(sent.length).to.be.within(30, 200);
    await mustSucceed(updateEndpoint(deps)({ ...own, settings: { status: 'enabled' } }));
    await settled();
    expect(new Set(sent.map(({ id }) => id)).size).to.equal(300);
    expect(sent.length).to.equal(300);
  });

  it('sends nothing more to an endpoint that was deleted two seconds ago', async () => {
    const { deps, during, happen, own, sent, settled } = await begin();
    await happen(backlog);
    during(30, () => mustSucceed(deleteEndpoint(deps)(own)));
    await settled();
    expect(sent.length).to.be.within(30, 200);
  });

  it('sends to the URL, and signs with the secrets, that an endpoint has had for two seconds', async () => {
    const { deps, during, happen, own, sent, settled } = await begin();
    await happen(backlog);
    during(30, () => mustSucceed(rotateSecret(deps)(own)));
    await settled();
    expect(sent.length).to.equal(300);
    expect(sent.findIndex(({ secrets }) => secrets.length === 2)).to.be.within(30, 200);
    expect(sent.slice(200).every(({ secrets }) => secrets.length === 2)).to.equal(true);
  });

  it('signs with both secrets when a rotation is answered', async () => {
    const { clock, delivery, deps, happen, own, script, sent, settled } = await begin();
    await happen(backlog);
    const wait = async (ms: number): Promise<void> => {
      clock.advance(ms);
      await delivery.round();
    };
    let rotating: Promise<unknown> | null = null;
    let atAnswer = 0;
    script.answer = async () => {
      if (sent.length === 30)
        rotating = mustSucceed(rotateSecret({ ...deps, wait })(own)).then(() => {
          atAnswer = sent.length;
        });
      await rotating;
      return answered(200);
    };
    await settled();
    expect(atAnswer).to.be.within(30, 60);
    const after = sent.slice(atAnswer);
    expect([after.length > 200, after.every(({ secrets }) => secrets.length === 2)]).to.deep.equal([true, true]);
  });

  for (const days of [400, -400])
    it(`sends nothing more while its clock is ${days} days off, and puts nothing off by that clock`, async () => {
      const { clock, delivery, happen, own, script, sent, settled, stores, trust } = await begin();
      await happen(backlog);
      script.answer = () => {
        if (sent.length === 30) {
          clock.set(days * 86_400_000);
          trust.isTrusted = false;
        }
        return sent.length < 30 ? answered(200) : answered(429, 3600);
      };
      await settled();
      expect(sent.length).to.be.within(30, 45);
      clock.set(-days * 86_400_000);
      trust.isTrusted = true;
      script.answer = () => answered(200);
      await delivery.round();
      await delivery.idle();
      await settled();
      expect(new Set(sent.map(({ id }) => id)).size).to.equal(300);
      expect(await mustSucceed(stores.webhookDeliveries.state(own.id))).to.deep.include({ place: 300, failures: 0 });
      expect(await mustSucceed(stores.webhookDeliveries.waiting(own.id, 10))).to.deep.equal([]);
    });

  it('tries an event again when that is due, before the rest of what waits', async () => {
    const { clock, happen, script, sent, settled } = await begin();
    await happen(backlog);
    script.answer = () => {
      clock.advance(40);
      return answered(sent.length === 1 ? 500 : 200);
    };
    await settled();
    const [first] = sent;
    expect(sent.findLastIndex(({ id }) => id === first?.id)).to.be.within(100, 260);
    expect(sent.length).to.equal(301);
  });

  it('sends what happens while a part of the feed is sent once more', async () => {
    const { deps, during, happen, own, sent, settled } = await begin();
    await happen(backlog);
    await settled();
    sent.length = 0;
    const target = { kind: 'range', after: 0, until: null } as const;
    await mustSucceed(replayDeliveries(deps)({ ...own, target }));
    during(30, () => happen([999]));
    await settled();
    expect(sent.length).to.equal(301);
    expect(sent.findIndex(({ body }) => JSON.parse(body).data.id === profileOf(999))).to.be.within(30, 200);
  });
});
