import { examineLedger } from '@portcullis/backoffice';
import { TE, unavailable } from '@portcullis/domain';
import { verifyChain } from '@portcullis/domain/ledger';
import { memoryDriver } from '@portcullis/record-store/memory';
import { expect } from 'chai';
import { readEvents } from '#events/feed/read-events';
import { type EndpointSettings, updateEndpoint } from '#events/webhooks/manage-endpoints';
import { pingEndpoint } from '#events/webhooks/ping-endpoint';
import { ledgerRowOf } from '../../../support/records/log-entries.ts';
import { mustFail, mustSucceed } from '../../../support/run.ts';
import { answered } from '../../../support/webhooks/scripted-sender.ts';
import { acmeCaller, settle, webhookDatabase } from '../../../support/webhooks/webhook-database.ts';

const gone = TE.left(unavailable('database', 'the process has died'));

const begin = async () => {
  const driver = memoryDriver();
  const base = webhookDatabase(driver);
  const endpoint = await base.create();
  const { clock, deps, happen, stores } = base;
  /** The feed once everything is placed: each event by its place, its type and why. */
  const feed = async (types: Parameters<ReturnType<typeof readEvents>>[0]['types'] = null) => {
    await happen([]);
    const page = await mustSucceed(readEvents(deps)({ caller: acmeCaller, after: null, types, limit: 100 }));
    expect(page.damaged).to.equal(0);
    return page.events.map(({ event, place }) => [place, event.type, 'reason' in event ? event.reason : null]);
  };
  const update = (settings: EndpointSettings, more = {}) =>
    updateEndpoint({ ...deps, ...more })({ caller: acmeCaller, id: endpoint.id, settings });
  const statusOf = async () => (await mustSucceed(stores.webhookEndpoints.find(endpoint.id)))?.status;
  const examined = async () => {
    const { chains, inspector, ledgerReader, profiles, recordScanner: index } = stores;
    const judge = () => TE.right([]);
    const needs = {
      chains,
      inspector,
      ledgerReader,
      profiles,
      index,
      judge,
      readsFiles: false,
    };
    return mustSucceed(examineLedger(needs).one(endpoint.id));
  };
  /** So long that nobody takes them for held, whatever the clock of their holder says. */
  const waitForLeases = (): void => clock.advance(156_000);
  return {
    ...base,
    driver,
    endpoint,
    examined,
    feed,
    statusOf,
    update,
    waitForLeases,
  };
};

describe('the event of an endpoint that is disabled', () => {
  it('stands in the feed behind what happened before, and is sent to the other endpoints that take it', async () => {
    const { clock, create, endpoint, feed, happen, instance, script, sent } = await begin();
    const other = await create({ types: ['endpoint.disabled'] });
    await create({ types: ['profile.approved'] });
    const delivery = instance('one');
    script.answer = () => answered(410);
    await happen([1]);
    await settle(delivery, clock);
    expect(await feed()).to.deep.equal([
      [1, 'profile.submitted', null],
      [2, 'endpoint.disabled', 'gone'],
    ]);
    expect(await feed(['endpoint.disabled'])).to.deep.equal([[2, 'endpoint.disabled', 'gone']]);
    sent.length = 0;
    script.answer = () => answered(204);
    await settle(delivery, clock);
    expect(sent).to.have.length(1);
    expect(sent[0]?.secrets).to.deep.equal([other.secrets[0]?.secret]);
    expect(JSON.parse(sent[0]?.body ?? '')).to.deep.equal({
      id: `evt_${ledgerRowOf(endpoint.id, 1)}`,
      type: 'endpoint.disabled',
      timestamp: '2026-05-01T10:00:02.000Z',
      data: { id: endpoint.id, object: 'webhook_endpoint', status: 'disabled', reason: 'gone' },
    });
  });

  it('is neither lost nor made twice when the process dies before the endpoint itself is changed', async () => {
    const { clock, deps, feed, happen, instance, notes, script, sent, statusOf, waitForLeases } = await begin();
    const dying = { ...deps.endpoints, replace: () => gone };
    script.answer = () => answered(410);
    await happen([1]);
    await settle(instance('a', { endpoints: dying }), clock, 3);
    expect(await statusOf()).to.equal('enabled');
    expect(await feed(['endpoint.disabled'])).to.deep.equal([[2, 'endpoint.disabled', 'gone']]);
    const before = sent.length;
    waitForLeases();
    await settle(instance('b'), clock, 3);
    expect([await statusOf(), notes.disabled, sent.length]).to.deep.equal(['disabled', ['gone'], before]);
    expect(await feed(['endpoint.disabled'])).to.deep.equal([[2, 'endpoint.disabled', 'gone']]);
  });

  it('tells of no endpoint that has moved and answered at its new URL before its old one answered 410', async () => {
    const { clock, deps, endpoint, feed, happen, instance, notes, script, sent, statusOf, update } = await begin();
    let isMoved = false;
    script.answer = async ({ url }) => {
      if (url !== endpoint.url) return answered(204);
      if (isMoved) return answered(410);
      isMoved = true;
      await mustSucceed(update({ url: 'https://receiver.example/new' }));
      await mustSucceed(pingEndpoint(deps)({ caller: acmeCaller, id: endpoint.id }));
      return answered(410);
    };
    await happen([1]);
    await settle(instance('one'), clock);
    expect(sent[0]?.url).to.equal(endpoint.url);
    expect([await statusOf(), notes.disabled]).to.deep.equal(['enabled', []]);
    expect(await feed(['endpoint.disabled'])).to.deep.equal([]);
  });

  it('is written by none that has lost its lease: of two that are answered with 410 one tells of it', async () => {
    const { clock, feed, happen, instance, notes, script, sent, waitForLeases } = await begin();
    const a = instance('a');
    const b = instance('b');
    let release: () => void = () => undefined;
    const hung = new Promise<void>((resolve) => {
      release = resolve;
    });
    script.answer = async () => {
      await hung;
      return answered(410);
    };
    await happen([1]);
    clock.advance(2000);
    await a.round();
    for (let turn = 0; sent.length === 0 && turn < 500; turn += 1) await Promise.resolve();
    waitForLeases();
    script.answer = () => answered(410);
    await settle(b, clock, 3);
    release();
    await a.idle();
    expect(notes.disabled).to.deep.equal(['gone']);
    expect(await feed(['endpoint.disabled'])).to.deep.equal([[2, 'endpoint.disabled', 'gone']]);
  });

  it('says that it has failed for five days', async () => {
    const { clock, feed, happen, instance, script } = await begin();
    const delivery = instance('one');
    script.answer = () => answered(500);
    await happen([1]);
    await settle(delivery, clock, 3);
    clock.advance(5 * 86_400_000);
    await settle(delivery, clock, 3);
    expect(await feed(['endpoint.disabled'])).to.deep.equal([[2, 'endpoint.disabled', 'failing']]);
  });

  it('comes of a disabling by the API as well: once for each, also where the request is repeated after a crash', async () => {
    const { deps, examined, feed, statusOf, stores, endpoint, update } = await begin();
    const dying = { endpoints: { ...deps.endpoints, replace: () => gone } };
    await mustFail(update({ status: 'disabled' }, dying));
    expect(await statusOf()).to.equal('enabled');
    await mustSucceed(update({ status: 'disabled' }));
    await mustSucceed(update({ status: 'disabled' }));
    await mustSucceed(update({ url: 'https://other.example/' }));
    await mustSucceed(update({ status: 'disabled' }));
    expect(await feed()).to.deep.equal([[1, 'endpoint.disabled', 'requested']]);
    await mustSucceed(update({ status: 'enabled' }));
    await mustSucceed(update({ status: 'disabled', url: 'https://another.example/' }));
    expect(await feed()).to.deep.equal([
      [1, 'endpoint.disabled', 'requested'],
      [2, 'endpoint.disabled', 'requested'],
    ]);
    const entries = await mustSucceed(stores.ledgerReader.entries(endpoint.id, { afterSeq: 0, limit: 10 }));
    expect(verifyChain(endpoint.id, entries)).to.include({ ok: true, seq: 2 });
    expect(entries.map(({ actor }) => actor)).to.deep.equal(Array(2).fill({ type: 'machine', id: 'acme-backend' }));
    expect(await examined()).to.deep.include({ entries: 2, faults: [] });
  });

  it('is completed by whoever delivers, where the request of the API has died', async () => {
    const { clock, deps, feed, happen, instance, notes, sent, statusOf, update } = await begin();
    await mustFail(update({ status: 'disabled' }, { endpoints: { ...deps.endpoints, replace: () => gone } }));
    await happen([1]);
    await settle(instance('one'), clock, 3);
    expect([await statusOf(), notes.disabled, sent]).to.deep.equal(['disabled', [], []]);
    expect(await feed(['endpoint.disabled'])).to.deep.equal([[1, 'endpoint.disabled', 'requested']]);
  });

  it('is followed by no request, also where the request of the API dies while events are sent', async () => {
    const { clock, deps, happen, instance, script, sent, statusOf, update } = await begin();
    script.answer = async () => {
      await mustFail(update({ status: 'disabled' }, { endpoints: { ...deps.endpoints, replace: () => gone } }));
      return answered(204);
    };
    await happen([1, 1, 1]);
    await settle(instance('one'), clock, 3);
    expect([sent.length, await statusOf()]).to.deep.equal([1, 'disabled']);
  });

  it('is not written by a clock that is not trusted', async () => {
    const { clock, deps, feed, happen, instance, script, statusOf, update } = await begin();
    const untrusted = { clock: { ...deps.clock, isTrusted: () => false } };
    expect(await mustFail(update({ status: 'disabled' }, untrusted))).to.include({ service: 'clock' });
    let isTrusted = true;
    script.answer = () => {
      isTrusted = false;
      return answered(410);
    };
    await happen([1]);
    const delivery = instance('one', { clock: { ...clock, isTrusted: () => isTrusted } });
    await settle(delivery, clock, 3);
    expect(await feed()).to.deep.equal([[1, 'profile.submitted', null]]);
    expect(await statusOf()).to.equal('enabled');
  });

  it('is missed by ledger verify where it was changed, removed from its entry, or given to another partner', async () => {
    const { driver, endpoint, examined, feed, update } = await begin();
    await mustSucceed(update({ status: 'disabled' }));
    await feed();
    const id = ledgerRowOf(endpoint.id, 1);
    const row = await mustSucceed(driver.get('ledger', id));
    for (const columns of [
      { event: String(row?.['event']).replace('requested', 'gone') },
      { event: '' },
      { partner_key: 'globex' },
    ]) {
      await mustSucceed(driver.transaction([{ kind: 'update', table: 'ledger', id, columns }]));
      expect((await examined()).faults, JSON.stringify(columns)).to.deep.equal([{ seq: null, fault: 'events' }]);
      const { event, partner_key } = row ?? {};
      const before = { event, partner_key };
      await mustSucceed(driver.transaction([{ kind: 'update', table: 'ledger', id, columns: before }]));
    }
    expect((await examined()).faults).to.deep.equal([]);
  });
});
