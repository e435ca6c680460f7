import { type IdGenerator, pipe, TE } from '@portcullis/domain';
import { confirmingDriver } from './driver/confirmed-absence.ts';
import { guardedDriver } from './driver/guarded-driver.ts';
import { installationOf } from './driver/installation.ts';
import type { ObjectStore } from './driver/object-store.ts';
import type { RecordDriver } from './driver/record-driver.ts';
import { eraserOver } from './erasure/eraser.ts';
import { recordInspectorOver } from './inspection/record-inspector.ts';
import type { Keyring } from './keys/keyring.ts';
import { type RecordEncryption, recordEncryption } from './keys/record-encryption.ts';
import { checkKeys } from './keys/wrapped-keys.ts';
import { type BucketOwner, bucketOwner } from './objects/bucket-owner.ts';
import { checkObjects, objectFaults } from './objects/check-objects.ts';
import { sweepObjects } from './objects/sweep-objects.ts';
import { acceptSettings } from './rotation/accept-settings.ts';
import { keyStatus } from './rotation/key-status.ts';
import { rotateKeys } from './rotation/rotate-keys.ts';
import type { Progress } from './rotation/rotation-part.ts';
import { accessLogOver } from './stores/access-log.ts';
import { clientStoreOver } from './stores/client-store.ts';
import { deviceEventClaimsOver } from './stores/device-event-claims.ts';
import { duplicateIndexOver } from './stores/duplicates/duplicate-index.ts';
import { listStoreOver } from './stores/duplicates/list-store.ts';
import { eventFeedOver } from './stores/feed/event-feed.ts';
import { feedNumbersOver } from './stores/feed/feed-numbers.ts';
import { fileStoreOver } from './stores/file-store.ts';
import { healthProbeOver } from './stores/health/health-probe.ts';
import { writeTestFile } from './stores/health/test-file.ts';
import { watchWrites } from './stores/health/write-watch.ts';
import { idempotencyStoreOver } from './stores/idempotency-store.ts';
import { isServed } from './stores/is-served.ts';
import { ledgerLogOver } from './stores/ledger-log.ts';
import { chainReaderOver, ledgerReaderOver } from './stores/ledger-reader.ts';
import { policyDraftsOver } from './stores/policy-drafts.ts';
import { policyRepositoryOver } from './stores/policy-repository.ts';
import { profileStoreOver } from './stores/profile-store.ts';
import { recordScannerOver } from './stores/record-scanner.ts';
import { reviewStoresOver } from './stores/reviews/review-stores.ts';
import { settingsStoreOver } from './stores/settings-store.ts';
import { staffStoresOver } from './stores/staff/staff-stores.ts';
import { tokenStateStoreOver } from './stores/token-state-store.ts';
import { usageCountersOver } from './stores/usage-counters.ts';
import { webhookDeliveriesOver } from './stores/webhooks/webhook-deliveries.ts';
import { webhookEndpointsOver } from './stores/webhooks/webhook-endpoints.ts';
import { workCountsOver } from './stores/work-counts.ts';
import { workLeasesOver } from './stores/work-leases.ts';

const webhookStoresOver = (driver: RecordDriver, encryption: RecordEncryption) => ({
  webhookEndpoints: webhookEndpointsOver(driver, encryption),
  webhookDeliveries: webhookDeliveriesOver(driver),
});

const placeOfObjects = (driver: RecordDriver, objects: ObjectStore | null, owner: BucketOwner | null) => ({
  /** Finds what keeps files from being read or kept, and makes a store that is nobody's this installation's. */
  check: checkObjects(driver, owner),
  /** Finds the same, and writes nothing. */
  faults: objectFaults(driver, owner),
  /** The owner of the objects; `null` where there is no object store. */
  owner: owner?.look ?? null,
  /** Removes the objects of a page that no row names; `null` where there is no object store. */
  sweep: objects === null || owner === null ? null : sweepObjects(driver, objects, owner),
});

/**
 * All stores over one driver, with the keys of a keyring. They share one cache of keys. Once the health probe has seen
 * which database it is, or when an operator has named it by its installation id, another one in its place is neither
 * read nor written. `objects` is the object store of the driver (`filesInObjects`), which is looked after here.
 * Creating them sends nothing.
 */
export const createRecordStore = (
  engine: RecordDriver,
  keyring: Keyring,
  ids: IdGenerator,
  expectedInstallation: string | null = null,
  objects: ObjectStore | null = null,
) => {
  const watch = watchWrites(engine);
  const confirming = confirmingDriver(watch.driver);
  const installation = installationOf(confirming, ids, expectedInstallation);
  const driver = guardedDriver(confirming, installation);
  const encryption = recordEncryption(driver, keyring);
  const policyRepository = policyRepositoryOver(driver, encryption);
  const settings = settingsStoreOver(driver, encryption);
  const profiles = profileStoreOver(driver, encryption);
  const files = fileStoreOver(driver, encryption);
  const owner = objects === null ? null : bucketOwner(objects, installation);
  const writeTest = (bytes: number) =>
    pipe(
      installation.write,
      TE.flatMap(() => writeTestFile(driver, bytes)),
    );
  return {
    profiles,
    ledgerReader: ledgerReaderOver(driver, encryption),
    /** Reads the ledger without its erasable parts, and needs no key. */
    chains: chainReaderOver(driver),
    /** The log of all entries. It holds nothing that is encrypted. */
    ledgerLog: ledgerLogOver(driver),
    /** The events, and what numbers them for the feeds. */
    eventFeed: eventFeedOver(driver),
    feedNumbers: feedNumbersOver(driver),
    files,
    idempotencyKeys: idempotencyStoreOver(driver, encryption),
    duplicateIndex: duplicateIndexOver(driver, ids, encryption),
    listStore: listStoreOver(driver, encryption),
    deviceEventClaims: deviceEventClaimsOver(driver, encryption),
    policyRepository,
    policyDrafts: policyDraftsOver(driver, encryption),
    accessLog: accessLogOver(driver, encryption),
    settings,
    inspector: recordInspectorOver(driver, encryption, { files, policyRepository, settings }),
    tokenStates: tokenStateStoreOver(driver),
    ...staffStoresOver(driver, encryption),
    clientStore: clientStoreOver(driver, encryption),
    ...webhookStoresOver(driver, encryption),
    workLeases: workLeasesOver(driver),
    ...reviewStoresOver(driver, encryption),
    usageCounters: usageCountersOver(driver),
    recordScanner: recordScannerOver(driver),
    /** The waiting work, and whether somebody has a lease on work of a running service, at a time in ms since 1970. */
    workCounts: workCountsOver(driver),
    isServed: (now: number) => isServed(driver, now),
    eraser: eraserOver(driver, encryption, installation.ensureFresh),
    healthProbe: healthProbeOver(installation, writeTest, watch),
    /** Writes a row and a file, to see whether that can be done, and leaves nothing but a number that is raised. */
    testWrite: writeTest(16 * 1024),
    /** The installation that the database belongs to. */
    installation,
    /** The object store of files. */
    objects: placeOfObjects(driver, objects, owner),
    keys: {
      keyring,
      /** The keys of the service itself. */
      ofService: encryption.serviceKeys,
      /** Finds data under keys that the keyring does not have. */
      check: checkKeys(driver, keyring),
      /** Counts what is encrypted under which key. */
      status: keyStatus(driver),
      /** Opens the keys of the service, which a new database gets. It fails where the keyring is not its own. */
      prepare: encryption.serviceKeys.openOwn,
      /** Seals the settings that are in clear, which an operator vouches for. */
      acceptSettings: acceptSettings(driver, encryption),
    },
    /** Brings everything under the primary key of a keyring. */
    rotate: (target: Keyring, onProgress: (progress: Progress) => void) => rotateKeys(driver, target, onProgress),
  };
};

export type RecordStore = ReturnType<typeof createRecordStore>;
