import assert from 'node:assert/strict';
import {
  disabledEntries,
  type EventFeed,
  type FeedNumbers,
  type LedgerLog,
  type WebhookDeliveries,
  type WebhookEndpoints,
  type WorkLease,
  type WorkLeases,
} from '@portcullis/events/ports';
import { aDeliveryChange, aDeliveryState, aFailedDelivery, anEndpoint, aTry } from '../builders/endpoints.ts';
import { placeEverything } from '../shared/relayed.ts';
import { assertFields, type Runner, reasonOf, resultOf } from '../shared/runner.ts';

type Stores = {
  readonly webhookEndpoints: WebhookEndpoints;
  readonly webhookDeliveries: WebhookDeliveries;
  readonly workLeases: WorkLeases;
  readonly eventFeed: EventFeed;
  readonly feedNumbers: FeedNumbers;
  readonly ledgerLog: LedgerLog;
};

const at = '2026-05-01T10:00:00.000Z';
const later = '2026-05-01T11:00:00.000Z';

/** Tests what the stores of webhooks promise: endpoints, deliveries and leases. */
export const webhookStoresContract = ({ describe, it }: Runner, name: string, open: () => Promise<Stores>): void => {
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
      await resultOf(endpoints.insert(anEndpoint(), 3));
      await resultOf(endpoints.insert(full, 4));
      await resultOf(
        endpoints.insert(anEndpoint('endpoint0000003', { tenant: { partnerId: 'globex', teamId: null } }), 0),
      );
      assert.deepEqual(await resultOf(endpoints.find(full.id)), full);
      assert.equal(await resultOf(endpoints.find('endpoint0000009')), null);
      assert.equal(await resultOf(endpoints.find('no/id')), null);
      assert.deepEqual(await resultOf(endpoints.ofPartner('acme')), {
        endpoints: [anEndpoint(), full],
        damaged: [],
      });
      assert.deepEqual(
        (await resultOf(endpoints.active(''))).map(({ id, partnerId }) => [id, partnerId]),
        [
          ['endpoint0000001', 'acme'],
          ['endpoint0000003', 'globex'],
        ],
      );
      assertFields(await reasonOf(endpoints.insert(anEndpoint(), 0)), { _tag: 'AlreadyExists' });
    });

    it('lets one of two changes of the same version through', async () => {
      const { webhookEndpoints: endpoints } = await open();
      await resultOf(endpoints.insert(anEndpoint(), 0));
      const next = { ...anEndpoint(), url: 'https://acme.example/new', version: 2 };
      await resultOf(endpoints.replace(next));
      assertFields(await reasonOf(endpoints.replace({ ...next, url: 'https://evil.example/' })), {
        _tag: 'VersionConflict',
      });
      assert.deepEqual(await resultOf(endpoints.find(next.id)), next);
      await resultOf(endpoints.remove(next.id));
      await resultOf(endpoints.remove(next.id));
      assert.equal(await resultOf(endpoints.find(next.id)), null);
    });

    it('begins where it is told, and lets only who has seen a state replace it, with all that belongs to it', async () => {
      const { webhookDeliveries: deliveries, webhookEndpoints: endpoints } = await open();
      await resultOf(endpoints.insert(anEndpoint(), 7));
      const begun = await resultOf(deliveries.state('endpoint0000001'));
      assert.deepEqual(begun, { ...aDeliveryState, id: begun?.id, place: 7 });
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
      assert.deepEqual(results.map((one) => ('right' in one ? one.right : one.left)).toSorted(), [false, true]);
      const stored = await resultOf(deliveries.state('endpoint0000001'));
      assert.deepEqual({ ...stored, id: '' }, { ...next, id: '' });
      assert.deepEqual(await resultOf(deliveries.waiting('endpoint0000001', 10)), [aFailedDelivery(1)]);
      assert.deepEqual((await resultOf(deliveries.tries('endpoint0000001', null))).tries, [aTry]);
    });

    it('removes with an endpoint how far its deliveries have come, so that whoever delivers writes nothing more', async () => {
      const { webhookDeliveries: deliveries, webhookEndpoints: endpoints } = await open();
      await resultOf(endpoints.insert(anEndpoint(), 7));
      const begun = (await resultOf(deliveries.state('endpoint0000001'))) ?? aDeliveryState;
      await resultOf(endpoints.remove('endpoint0000001'));
      assert.equal(await resultOf(deliveries.state('endpoint0000001')), null);
      const next = { ...begun, id: 'state0000000002', place: 8 };
      assert.equal(await resultOf(deliveries.record(begun, next, aDeliveryChange(), at)), false);
      await resultOf(endpoints.insert(anEndpoint(), 9));
      assertFields(await resultOf(deliveries.state('endpoint0000001')), { place: 9 });
    });

    it('writes the entry of an endpoint that is disabled with its state, once, and it comes into the feed', async () => {
      const { eventFeed, feedNumbers, ledgerLog, webhookDeliveries: deliveries, webhookEndpoints } = await open();
      await resultOf(webhookEndpoints.insert(anEndpoint(), 0));
      const seen = (await resultOf(deliveries.state('endpoint0000001'))) ?? aDeliveryState;
      const said = {
        tenant: { partnerId: 'acme', teamId: 'north/1' },
        actor: { type: 'system', id: 'portcullis' } as const,
        at,
      };
      const write = (id: string, disabled: 'gone' | 'failing') => {
        const head = { profileId: 'endpoint0000001', ...seen.ledger };
        const entries = disabledEntries(head, { ...said, reason: disabled } as const);
        const ledger = { seq: 1, hash: entries[0]?.hash ?? '' };
        return resultOf(deliveries.record(seen, { ...seen, id, disabled, ledger }, aDeliveryChange({ entries }), at));
      };
      const written = await Promise.all([write('state0000000002', 'gone'), write('state0000000003', 'failing')]);
      assert.deepEqual(written.toSorted(), [false, true]);
      const stored = await resultOf(deliveries.state('endpoint0000001'));
      await placeEverything(ledgerLog, null, feedNumbers);
      const { damaged, events } = await resultOf(eventFeed.page('acme', 0, 10));
      const event = { type: 'endpoint.disabled', at, endpointId: 'endpoint0000001', reason: stored?.disabled };
      assert.deepEqual(
        [damaged, events.map((one) => ({ ...one, row: '' }))],
        [0, [{ place: 1, row: '', tenant: said.tenant, event }]],
      );
      const [{ row = '' } = {}] = events;
      assert.deepEqual(await resultOf(eventFeed.find('acme', row)), events[0]);
    });

    it('settles, gives up and revives deliveries, and counts them', async () => {
      const { webhookDeliveries: deliveries, webhookEndpoints: endpoints } = await open();
      await resultOf(endpoints.insert(anEndpoint(), 0));
      let n = 0;
      const write = async (changes: Partial<ReturnType<typeof aDeliveryChange>>) => {
        const seen = await resultOf(deliveries.state('endpoint0000001'));
        n += 1;
        const next = { ...aDeliveryState, id: `state00000001${String(n).padStart(2, '0')}` };
        const none = { tries: [], put: [], settled: [] };
        assert.equal(await resultOf(deliveries.record(seen ?? next, next, { ...none, ...changes }, at)), true);
      };
      await write({ put: [aFailedDelivery(1, { dueAt: later }), aFailedDelivery(2), aFailedDelivery(3)] });
      await write({ settled: [3], put: [aFailedDelivery(2, { state: 'dead', attempts: 10 })] });
      const places = async (found: typeof deliveries.waiting) =>
        (await resultOf(found('endpoint0000001', 10))).map(({ place }) => place);
      assert.deepEqual(await places(deliveries.waiting), [1]);
      const dead = await resultOf(deliveries.dead('endpoint0000001', 0, 10));
      assert.deepEqual(dead, [aFailedDelivery(2, { state: 'dead', attempts: 10 })]);
      assert.deepEqual(await resultOf(deliveries.dead('endpoint0000001', 2, 10)), []);
      assert.deepEqual(await resultOf(deliveries.counts()), { waiting: 1, dead: 1 });
      await resultOf(deliveries.revive(dead, at));
      assert.deepEqual(await places(deliveries.waiting), [2, 1]);
    });

    it('answers the log of an endpoint newest first, page by page, and forgets what is old', async () => {
      const { webhookDeliveries: deliveries, webhookEndpoints: endpoints } = await open();
      await resultOf(endpoints.insert(anEndpoint(), 0));
      for (let n = 0; n < 55; n += 1) {
        const seen = await resultOf(deliveries.state('endpoint0000001'));
        const next = { ...aDeliveryState, id: `state0000002${String(n).padStart(3, '0')}` };
        const time = new Date(Date.parse(at) + 1000 * n).toISOString();
        const tries = [1, 2].map((attempt) => ({ ...aTry, attempt: 2 * n + attempt }));
        await resultOf(deliveries.record(seen ?? next, next, { tries, put: [], settled: [] }, time));
      }
      const first = await resultOf(deliveries.tries('endpoint0000001', null));
      const second = await resultOf(deliveries.tries('endpoint0000001', first.next));
      const attempts = [...first.tries, ...second.tries].map(({ attempt }) => attempt);
      assert.deepEqual(
        attempts,
        Array.from({ length: 110 }, (_, n) => 110 - n),
      );
      assert.equal(second.next, null);
      assert.equal(await resultOf(deliveries.prune(new Date(Date.parse(at) + 50_000).toISOString(), 1000)), 50);
      assert.equal((await resultOf(deliveries.tries('endpoint0000001', null))).tries.length, 10);
    });

    it('forgets what waits for an endpoint that is gone, in steps, and nothing of another one', async () => {
      const { webhookDeliveries: deliveries, webhookEndpoints: endpoints } = await open();
      const put = async (endpointId: string, places: readonly number[]): Promise<void> => {
        await resultOf(endpoints.insert(anEndpoint(endpointId), 0));
        const seen = (await resultOf(deliveries.state(endpointId))) ?? aDeliveryState;
        const failed = places.map((place) => aFailedDelivery(place, { endpointId }));
        const changes = aDeliveryChange({ put: [...failed, aFailedDelivery(9, { endpointId, state: 'dead' })] });
        await resultOf(deliveries.record(seen, { ...seen, id: `next${endpointId.slice(4)}` }, changes, at));
      };
      await put('endpoint0000001', [1, 2]);
      await put('endpoint0000002', [1, 2, 3]);
      await put('endpoint0000003', [1]);
      await resultOf(endpoints.remove('endpoint0000001'));
      await resultOf(endpoints.remove('endpoint0000003'));
      assert.equal(await resultOf(deliveries.prune(at, 4)), 4);
      assert.equal(await resultOf(deliveries.prune(at, 4)), 1);
      assert.equal(await resultOf(deliveries.prune(at, 4)), 0);
      assert.deepEqual(await resultOf(deliveries.counts()), { waiting: 3, dead: 1 });
      assert.equal((await resultOf(deliveries.tries('endpoint0000001', null))).tries.length, 1);
    });

    it('gives a lease to one of several who saw it free, and to nobody who saw an older one, for each work', async () => {
      const { workLeases: leases } = await open();
      const free = await resultOf(leases.find('delivery'));
      assert.deepEqual(free, { generation: 0, holder: '', heldUntil: '' });
      const lease = (holder: string, generation = 1): WorkLease => ({ generation, holder, heldUntil: later });
      const taken = await Promise.all(
        ['a', 'b', 'c'].map((holder) => resultOf(leases.replace('delivery', free, lease(holder)))),
      );
      assert.equal(taken.filter((one) => one).length, 1);
      const holder = ['a', 'b', 'c'][taken.indexOf(true)] ?? '';
      assert.equal(await resultOf(leases.replace('delivery', lease(holder), lease('d', 2))), true);
      assert.equal(await resultOf(leases.replace('delivery', lease(holder), lease(holder))), false);
      assert.deepEqual(await resultOf(leases.find('delivery')), lease('d', 2));
      assert.deepEqual(await resultOf(leases.find('sweep')), free);
      assert.equal(await resultOf(leases.replace('sweep', free, lease('e'))), true);
      assert.deepEqual(await resultOf(leases.find('delivery')), lease('d', 2));
    });
  });
};
