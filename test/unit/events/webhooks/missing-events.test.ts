import { memoryDriver } from '@portcullis/record-store/memory';
import { expect } from 'chai';
import { profileOf } from '#contracts/builders/driver-rows';
import { updateEndpoint } from '#events/webhooks/manage-endpoints';
import { mustSucceed } from '../../../support/run.ts';
import { answered } from '../../../support/webhooks/scripted-sender.ts';
import { acmeCaller, settle, webhookDatabase } from '../../../support/webhooks/webhook-database.ts';

const begin = async () => {
  const driver = memoryDriver();
  const base = webhookDatabase(driver);
  const endpoint = await base.create();
  const delivery = base.instance('one');
  const settled = () => settle(delivery, base.clock, 3);
  return { ...base, delivery, driver, endpoint, settled };
};

describe('deliveries of events that are not there any more', () => {
  it('are forgotten, however many, and those behind them are tried again', async () => {
    const { clock, driver, endpoint, happen, script, sent, settled, stores } = await begin();
    const profiles = Array.from({ length: 60 }, (_, n) => n + 1);
    script.answer = ({ body }) => answered(Number(JSON.parse(body).data.id.slice(-2)) % 2 === 0 ? 500 : 200);
    await happen(profiles);
    await settled();
    const waiting = await mustSucceed(stores.webhookDeliveries.waiting(endpoint.id, 100));
    expect(waiting.length).to.equal(30);
    for (const { eventId } of waiting.slice(0, 29)) {
      const id = eventId.slice('evt_'.length);
      await mustSucceed(driver.transaction([{ kind: 'update', table: 'ledger', id, columns: { event: '{}' } }]));
    }
    script.answer = () => answered(200);
    sent.length = 0;
    clock.advance(6000);
    await settled();
    expect(sent.map(({ id }) => id)).to.deep.equal([waiting.at(-1)?.eventId]);
    expect(await mustSucceed(stores.webhookDeliveries.waiting(endpoint.id, 100))).to.deep.equal([]);
  });

  it('are left out when an endpoint is enabled again after the feed has lost them', async () => {
    const { clock, delivery, deps, endpoint, happen, sent, settled, stores } = await begin();
    const own = { caller: acmeCaller, id: endpoint.id };
    await mustSucceed(updateEndpoint(deps)({ ...own, settings: { status: 'disabled' } }));
    await happen([1, 2]);
    const month = 31 * 86_400_000;
    clock.advance(month);
    await happen([3], { at: new Date(clock.now()).toISOString() });
    await mustSucceed(stores.eventFeed.prune(new Date(clock.now() - month / 2).toISOString(), '', 10));
    await mustSucceed(updateEndpoint(deps)({ ...own, settings: { status: 'enabled' } }));
    await settled();
    await delivery.idle();
    expect(sent.map(({ body }) => JSON.parse(body).data.id)).to.deep.equal([profileOf(3)]);
    expect(await mustSucceed(stores.webhookDeliveries.state(endpoint.id))).to.deep.include({ place: 4, ahead: [] });
  });
});
