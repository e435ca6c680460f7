import { sequentialIds } from '@portcullis/adapter-memory/testing';
import { numberEverything, placeEverything } from '@portcullis/contracts/builders';
import type { MachinePrincipal } from '@portcullis/domain';
import { createEventNumbering, createWebhookDelivery, type DeliveryDeps } from '@portcullis/events';
import type { EventType } from '@portcullis/events/ports';
import { createRecordStore } from '@portcullis/record-store';
import type { RecordDriver, Row } from '@portcullis/record-store/driver';
import { profileOf } from '#contracts/builders/driver-rows';
import { createEndpoint } from '#events/webhooks/create-endpoint';
import { aKeyring } from '../builders/keyrings.ts';
import { type FakeClock, fakeClock } from '../clock/fake-clock.ts';
import { anEventText, eventInsert } from '../records/feed-entries.ts';
import { mustSucceed } from '../run.ts';
import { scriptedSender } from './scripted-sender.ts';

export const acmeCaller: MachinePrincipal = {
  kind: 'machine',
  clientId: 'acme-backend',
  tenant: { partnerId: 'acme', teamId: null },
  scopes: ['webhooks:manage'],
};

export const theUrl = 'https://receiver.example/hooks';

/** Endpoints, a feed and deliveries over one database, under a clock that stands still. */
export const webhookDatabase = (driver: RecordDriver, clock: FakeClock = fakeClock('2026-05-01T10:00:00.000Z')) => {
  const stores = createRecordStore(driver, aKeyring(), sequentialIds('webhooks'));
  const receiver = scriptedSender();
  const ids = sequentialIds('requests');
  const { eventFeed, webhookDeliveries: deliveries, webhookEndpoints: endpoints, workLeases: leases } = stores;
  const notes = { failures: [] as unknown[], disabled: [] as string[], tries: [] as string[] };
  const deps = {
    endpoints,
    deliveries,
    eventFeed,
    leases,
    clock,
    ids,
    sender: receiver.sender,
    wait: async () => undefined,
  };
  const instance = (name: string, more: Partial<DeliveryDeps> = {}) =>
    createWebhookDelivery({
      gather: () => Promise.resolve(),
      ...deps,
      ids: sequentialIds(name),
      onTry: ({ line }) => void notes.tries.push(line.outcome),
      onDisabled: ({ disabledReason }) => void notes.disabled.push(String(disabledReason)),
      onFailure: (failure) => void notes.failures.push(failure),
      ...more,
    });

  /** Writes events of profiles, by the numbers of the profiles, and puts them into the feed. */
  const versions = new Map<number, number>();
  const happen = async (profiles: readonly number[], event: Row = {}, partner = 'acme'): Promise<void> => {
    for (const n of profiles) {
      const version = (versions.get(n) ?? 0) + 1;
      versions.set(n, version);
      const insert = eventInsert(profileOf(n), version, partner, { event: anEventText(event) });
      await mustSucceed(driver.transaction([insert]));
    }
    await placeEverything(stores.ledgerLog, null);
    const state = await mustSucceed(stores.ledgerLog.state());
    await numberEverything(createEventNumbering(stores.feedNumbers), state?.size ?? 0);
  };

  const create = async (more: { readonly types?: readonly EventType[] } = {}) => {
    const input = { caller: acmeCaller, url: theUrl, description: null, types: null, ...more };
    const { endpoint } = await mustSucceed(createEndpoint(deps)(input));
    receiver.sent.length = 0;
    return endpoint;
  };

  return {
    ...receiver,
    clock,
    create,
    deps,
    happen,
    instance,
    notes,
    stores,
  };
};

type Instance = ReturnType<ReturnType<typeof webhookDatabase>['instance']>;

/** Rounds until there is nothing to do at this time. The first ones take the leases. */
export const settle = async (delivery: Instance, clock: FakeClock, rounds = 18): Promise<void> => {
  for (let round = 0; round < rounds; round += 1) {
    clock.advance(round === 0 ? 2000 : 0);
    await delivery.round();
    await delivery.idle();
  }
};
