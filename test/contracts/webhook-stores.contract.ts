import { disabledEntries, type WorkLease } from '@portcullis/events/ports';
import type { RecordStore } from '@portcullis/record-store';
import { expect } from 'chai';
import { mustFail, mustSucceed } from '../support/run.ts';
import { placeEverything } from '../support/services/log-relay.ts';
import { aDeliveryChange, aDeliveryState, aFailedDelivery, anEndpoint, aTry } from '../support/webhooks/endpoints.ts';

const at = '2026-05-01T10:00:00.000Z';
const later = '2026-05-01T11:00:00.000Z';

/** Tests what the stores of webhooks promise: endpoints, deliveries and leases. */
export const webhookStoresContract = (name: string, open: () => Promise<RecordStore>): void => {
  describe(`Webhook stores contract: ${name}`, () => {
    it('keeps an endpoint as it is, with texts in every script, and finds it by id, by partner and by its status', async () => {
      const { webhookEndpoints: endpoints } = await open();
      const full = anEndpoint('endpoint0000002', {
        tenant: { partnerId: 'acme', teamId: 'north/1' },
        description: `"quoted" 'and' \\ Ω 100%`,
        types: ['profile.approved'],
        status: 'disabled',
        disabledReason: 'failing',
        createdAt: later,
        secrets: [...anEndpoint().secrets, { secret: 'whsec_old', endsAt: later }],
      });
      await mustSucceed(endpoints.insert(anEndpoint(), 3));
      await mustSucceed(endpoints.insert(full, 4));
      await mustSucceed(
        endpoints.insert(anEndpoint('endpoint0000003', { tenant: { partnerId: 'globex', teamId: null } }), 0),
      );
      expect(await mustSucceed(endpoints.find(full.id))).to.deep.equal(full);
      expect(await mustSucceed(endpoints.find('endpoint0000009'))).to.equal(null);
      expect(await mustSucceed(endpoints.find('no/id'))).to.equal(null);
      expect(await mustSucceed(endpoints.ofPartner('acme'))).to.deep.equal({
        endpoints: [anEndpoint(), full],
        damaged: [],
      });
      expect((await mustSucceed(endpoints.active(''))).map(({ id, partnerId }) => [id, partnerId])).to.deep.equal([
        ['endpoint0000001', 'acme'],
        ['endpoint0000003', 'globex'],
      ]);
      expect(await mustFail(endpoints.insert(anEndpoint(), 0))).to.include({ _tag: 'AlreadyExists' });
    });

    it('lets one of two changes of the same version through', async () => {
      const { webhookEndpoints: endpoints } = await open();
      await mustSucceed(endpoints.insert(anEndpoint(), 0));
      const next = { ...anEndpoint(), url: 'https://acme.example/new', version: 2 };
      await mustSucceed(endpoints.replace(next));
      expect(await mustFail(endpoints.replace({ ...next, url: 'https://evil.example/' }))).to.include({
        _tag: 'VersionConflict',
      });
      expect(await mustSucceed(endpoints.find(next.id))).to.deep.equal(next);
      await mustSucceed(endpoints.remove(next.id));
      await mustSucceed(endpoints.remove(next.id));
      expect(await mustSucceed(endpoints.find(next.id))).to.equal(null);
    });

    it('begins where it is told, and lets only who has seen a state replace it, with all that belongs to it', async () => {
      const { webhookDeliveries: deliveries, webhookEndpoints: endpoints } = await open();
      await mustSucceed(endpoints.insert(anEndpoint(), 7));
      const begun = await mustSucceed(deliveries.state('endpoint0000001'));
      expect(begun).to.deep.equal({ ...aDeliveryState, id: begun?.id, place: 7 });
      const next = {
        ...aDeliveryState,
        id: 'state0000000002',
        generation: 3,
        place: 9,
        ahead: [{ from: 11, to: 12 }],
        replay: { from: 1, to: 2 },
        failures: 4,
        failingSince: at,
        pausedUntil: later,
        disabled: 'failing' as const,
        ledger: { seq: 2, hash: 'f'.repeat(64) },
      };
      const write = (id: string, changes = aDeliveryChange()) =>
        deliveries.record(begun ?? aDeliveryState, { ...next, id }, changes, at);
      const results = await Promise.all([write('state0000000002')(), write('state0000000003')()]);
      expect(results.map((one) => ('right' in one ? one.right : one.left)).toSorted()).to.deep.equal([false, true]);
      const stored = await mustSucceed(deliveries.state('endpoint0000001'));
      expect({ ...stored, id: '' }).to.deep.equal({ ...next, id: '' });
      expect(await mustSucceed(deliveries.waiting('endpoint0000001', 10))).to.deep.equal([aFailedDelivery(1)]);
      expect((await mustSucceed(deliveries.tries('endpoint0000001', null))).tries).to.deep.equal([aTry]);
    });

    it('removes with an endpoint how far its deliveries have come, so that whoever delivers writes nothing more', async () => {
      const { webhookDeliveries: deliveries, webhookEndpoints: endpoints } = await open();
      await mustSucceed(endpoints.insert(anEndpoint(), 7));
      const begun = (await mustSucceed(deliveries.state('endpoint0000001'))) ?? aDeliveryState;
      await mustSucceed(endpoints.remove('endpoint0000001'));
      expect(await mustSucceed(deliveries.state('endpoint0000001'))).to.equal(null);
      const next = { ...begun, id: 'state0000000002', place: 8 };
      expect(await mustSucceed(deliveries.record(begun, next, aDeliveryChange(), at))).to.equal(false);
      await mustSucceed(endpoints.insert(anEndpoint(), 9));
      expect(await mustSucceed(deliveries.state('endpoint0000001'))).to.deep.include({ place: 9 });
    });

    it('writes the entry of an endpoint that is disabled with its state, once, and it comes into the feed', async () => {
      const { eventFeed, feedNumbers, ledgerLog, webhookDeliveries: deliveries, webhookEndpoints } = await open();
      await mustSucceed(webhookEndpoints.insert(anEndpoint(), 0));
      const seen = (await mustSucceed(deliveries.state('endpoint0000001'))) ?? aDeliveryState;
      const said = {
        tenant: { partnerId: 'acme', teamId: 'north/1' },
        actor: { type: 'system', id: 'portcullis' } as const,
        at,
      };
      const write = (id: string, disabled: 'gone' | 'failing') => {
        const head = { profileId: 'endpoint0000001', ...seen.ledger };
        const entries = disabledEntries(head, { ...said, reason: disabled } as const);
        const ledger = { seq: 1, hash: entries[0]?.hash ?? '' };
        return mustSucceed(
          deliveries.record(seen, { ...seen, id, disabled, ledger }, aDeliveryChange({ entries }), at),
        );
      };
      const written = await Promise.all([write('state0000000002', 'gone'), write('state0000000003', 'failing')]);
      expect(written.toSorted()).to.deep.equal([false, true]);
      const stored = await mustSucceed(deliveries.state('endpoint0000001'));
      await placeEverything(ledgerLog, null, feedNumbers);
      const { damaged, events } = await mustSucceed(eventFeed.page('acme', 0, 10));
      const event = { type: 'endpoint.disabled', at, endpointId: 'endpoint0000001', reason: stored?.disabled };
      expect([damaged, events.map((one) => ({ ...one, row: '' }))]).to.deep.equal([
        0,
        [{ place: 1, row: '', tenant: said.tenant, event }],
      ]);
      const [{ row = '' } = {}] = events;
      expect(await mustSucceed(eventFeed.find('acme', row))).to.deep.equal(events[0]);
    });

    it('settles, gives up and revives deliveries, and counts them', async () => {
      const { webhookDeliveries: deliveries, webhookEndpoints: endpoints } = await open();
      await mustSucceed(endpoints.insert(anEndpoint(), 0));
      let n = 0;
      const write = async (changes: Partial<ReturnType<typeof aDeliveryChange>>) => {
        const seen = await mustSucceed(deliveries.state('endpoint0000001'));
        n += 1;
        const next = { ...aDeliveryState, id: `state00000001${String(n).padStart(2, '0')}` };
        const none = { tries: [], put: [], settled: [] };
        expect(await mustSucceed(deliveries.record(seen ?? next, next, { ...none, ...changes }, at))).to.equal(true);
      };
      await write({ put: [aFailedDelivery(1, { dueAt: later }), aFailedDelivery(2), aFailedDelivery(3)] });
      await write({ settled: [3], put: [aFailedDelivery(2, { state: 'dead', attempts: 10 })] });
      const places = async (found: typeof deliveries.waiting) =>
        (await mustSucceed(found('endpoint0000001', 10))).map(({ place }) => place);
      expect(await places(deliveries.waiting)).to.deep.equal([1]);
      const dead = await mustSucceed(deliveries.dead('endpoint0000001', 0, 10));
      expect(dead).to.deep.equal([aFailedDelivery(2, { state: 'dead', attempts: 10 })]);
      expect(await mustSucceed(deliveries.dead('endpoint0000001', 2, 10))).to.deep.equal([]);
      expect(await mustSucceed(deliveries.counts())).to.deep.equal({ waiting: 1, dead: 1 });
      await mustSucceed(deliveries.revive(dead, at));
      expect(await places(deliveries.waiting)).to.deep.equal([2, 1]);
    });

    it('answers the log of an endpoint newest first, page by page, and forgets what is old', async () => {
      const { webhookDeliveries: deliveries, webhookEndpoints: endpoints } = await open();
      await mustSucceed(endpoints.insert(anEndpoint(), 0));
      for (let n = 0; n < 55; n += 1) {
        const seen = await mustSucceed(deliveries.state('endpoint0000001'));
        const next = { ...aDeliveryState, id: `state0000002${String(n).padStart(3, '0')}` };
        const time = new Date(Date.parse(at) + 1000 * n).toISOString();
        const tries = [1, 2].map((attempt) => ({ ...aTry, attempt: 2 * n + attempt }));
        await mustSucceed(deliveries.record(seen ?? next, next, { tries, put: [], settled: [] }, time));
      }
      const first = await mustSucceed(deliveries.tries('endpoint0000001', null));
      const second = await mustSucceed(deliveries.tries('endpoint0000001', first.next));
      const attempts = [...first.tries, ...second.tries].map(({ attempt }) => attempt);
      expect(attempts).to.deep.equal(Array.from({ length: 110 }, (_, n) => 110 - n));
      expect(second.next).to.equal(null);
      expect(await mustSucceed(deliveries.prune(new Date(Date.parse(at) + 50_000).toISOString(), 1000))).to.equal(50);
      expect((await mustSucceed(deliveries.tries('endpoint0000001', null))).tries.length).to.equal(10);
    });

    it('forgets what waits for an endpoint that is gone, in steps, and nothing of another one', async () => {
      const { webhookDeliveries: deliveries, webhookEndpoints: endpoints } = await open();
      const put = async (endpointId: string, places: readonly number[]): Promise<void> => {
        await mustSucceed(endpoints.insert(anEndpoint(endpointId), 0));
        const seen = (await mustSucceed(deliveries.state(endpointId))) ?? aDeliveryState;
        const failed = places.map((place) => aFailedDelivery(place, { endpointId }));
        const changes = aDeliveryChange({ put: [...failed, aFailedDelivery(9, { endpointId, state: 'dead' })] });
        await mustSucceed(deliveries.record(seen, { ...seen, id: `next${endpointId.slice(4)}` }, changes, at));
      };
      await put('endpoint0000001', [1, 2]);
      await put('endpoint0000002', [1, 2, 3]);
      await put('endpoint0000003', [1]);
      await mustSucceed(endpoints.remove('endpoint0000001'));
      await mustSucceed(endpoints.remove('endpoint0000003'));
      expect(await mustSucceed(deliveries.prune(at, 4))).to.equal(4);
      expect(await mustSucceed(deliveries.prune(at, 4))).to.equal(1);
      expect(await mustSucceed(deliveries.prune(at, 4))).to.equal(0);
      expect(await mustSucceed(deliveries.counts())).to.deep.equal({ waiting: 3, dead: 1 });
      expect((await mustSucceed(deliveries.tries('endpoint0000001', null))).tries).to.have.lengthOf(1);
    });

    it('gives a lease to one of several who saw it free, and to nobody who saw an older one, for each work', async () => {
      const { workLeases: leases } = await open();
      const free = await mustSucceed(leases.find('delivery'));
      expect(free).to.deep.equal({ generation: 0, holder: '', heldUntil: '' });
      const lease = (holder: string, generation = 1): WorkLease => ({ generation, holder, heldUntil: later });
      const taken = await Promise.all(
        ['a', 'b', 'c'].map((holder) => mustSucceed(leases.replace('delivery', free, lease(holder)))),
      );
      expect(taken.filter((one) => one).length).to.equal(1);
      const holder = ['a', 'b', 'c'][taken.indexOf(true)] ?? '';
      expect(await mustSucceed(leases.replace('delivery', lease(holder), lease('d', 2)))).to.equal(true);
      expect(await mustSucceed(leases.replace('delivery', lease(holder), lease(holder)))).to.equal(false);
      expect(await mustSucceed(leases.find('delivery'))).to.deep.equal(lease('d', 2));
      expect(await mustSucceed(leases.find('sweep'))).to.deep.equal(free);
      expect(await mustSucceed(leases.replace('sweep', free, lease('e')))).to.equal(true);
      expect(await mustSucceed(leases.find('delivery'))).to.deep.equal(lease('d', 2));
    });
  });
};
