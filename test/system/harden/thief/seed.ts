import type { ScenarioName } from '@portcullis/adapter-memory';
import {
  aBackTest,
  aDeliveryChange,
  aDeliveryState,
  aKeyClaim,
  aListEntry,
  aMember,
  anAccessBatch,
  anAccount,
  anEndpoint,
  aPolicyDraft,
  aReviewClaim,
  aStaffSession,
  aStoredClient,
  digestNo,
  placeEverything,
  setListed,
} from '@portcullis/contracts/builders';
import type { Profile } from '@portcullis/domain';
import type { Checkpoint } from '@portcullis/events/ports';
import type { RecordStore } from '@portcullis/record-store';
import { tableNames } from '@portcullis/record-store/driver';
import { aPolicy } from '../../../support/builders/policies.ts';
import { tinyJpeg } from '../../../support/images/tiny-jpeg.ts';
import { mustSucceed } from '../../../support/run.ts';
import type { StoredRow } from '../../../support/servers/stored-tables.ts';
import { aHeadSigner } from '../../../support/services/log-relay.ts';
import { aPerson, aService, partner, personActions, stored } from '../../../support/services/memory-service.ts';
import { submitEverything } from '../../../support/services/submit-everything.ts';
import type { ThiefEnvironment } from './environment.ts';

/** Every row of every table, by table and id. */
export type Snapshot = ReadonlyMap<string, ReadonlyMap<string, StoredRow>>;

const snapshotOf = async ({ rows }: ThiefEnvironment): Promise<Snapshot> => {
  const all = new Map<string, ReadonlyMap<string, StoredRow>>();
  for (const table of tableNames) all.set(table, new Map((await rows(table)).map((row) => [row.id, row])));
  return all;
};

/** A run of the service: its profiles, and what the database held in its middle and holds at its end. */
export type Run = {
  readonly profiles: readonly Profile[];
  readonly older: Snapshot;
  readonly newest: Snapshot;
  /** The heads of the log that an operator keeps elsewhere, and the fingerprint of who signs them. */
  readonly kept: { readonly heads: readonly Checkpoint[]; readonly fingerprint: string };
};

const scenarios: readonly ScenarioName[] = ['approve', 'decline_face_mismatch', 'review_face_borderline'];

/** Stores what belongs to no profile. */
const seedService = async ({ freshStores }: ThiefEnvironment): Promise<void> => {
  const { accessLog, healthProbe, idempotencyKeys, listStore, policyRepository } = freshStores();
  await mustSucceed(healthProbe.database());
  const claim = aKeyClaim();
  await mustSucceed(idempotencyKeys.claim(claim));
  await mustSucceed(idempotencyKeys.complete(claim, { status: 200, headers: {}, body: '{}' }, null));
  for (const version of ['1', '2']) await mustSucceed(policyRepository.add(aPolicy({ version }), null));
  await setListed({ listStore }, 'acme', 'document', digestNo(1), 'blocked');
  await setListed({ listStore }, 'acme', 'device', digestNo(2), 'allowed');
  const listed = aListEntry({ digest: digestNo(3) });
  const added = await mustSucceed(listStore.add(listed.entry, listed.ledger));
  const turned = aListEntry({ digest: digestNo(3), list: 'allowed' });
  await mustSucceed(listStore.replace({ ...turned.entry }, [listed.removal, ...turned.ledger]));
  await mustSucceed(listStore.find(added.id));
  for (const hour of ['10', '11'])
    await mustSucceed(accessLog.append([anAccessBatch(`2026-05-01T${hour}:00:00.000Z`, [`request-${hour}`])]));
};

/** Stores two endpoints, a delivery that has failed, the line of its try, and a lease. */
const seedWebhooks = async ({ webhookDeliveries, webhookEndpoints, workLeases }: RecordStore): Promise<void> => {
  const other = { tenant: { partnerId: 'globex', teamId: null }, url: 'https://globex.example/hooks' };
  await mustSucceed(webhookEndpoints.insert(anEndpoint(), 0));
  await mustSucceed(webhookEndpoints.insert(anEndpoint('endpoint0000002', { ...other, status: 'disabled' }), 0));
  const state = await mustSucceed(webhookDeliveries.state('endpoint0000001'));
  const seen = state ?? aDeliveryState;
  await mustSucceed(webhookDeliveries.record(seen, aDeliveryState, aDeliveryChange(), '2026-05-01T10:00:00.000Z'));
  const lease = { generation: 0, holder: '', heldUntil: '' };
  await mustSucceed(workLeases.replace('delivery', lease, { ...lease, generation: 1, holder: 'an instance' }));
};

/** Stores two members of staff, one of whom is signed in. */
const seedStaff = async ({ staffDirectory, staffSessions }: RecordStore): Promise<void> => {
  await mustSucceed(staffDirectory.insert(anAccount()));
  await mustSucceed(
    staffDirectory.insert(anAccount('sam', { member: aMember({ staffId: 'staff-000000000002', roles: ['admin'] }) })),
  );
  await mustSucceed(staffSessions.insert(aStaffSession()));
};

/** Stores a client. */
const seedClient = ({ clientStore }: RecordStore): Promise<void> => {
  const { entry, stored: client } = aStoredClient.first(aStoredClient());
  return mustSucceed(clientStore.insert(client, entry));
};

/** Stores a draft of a policy with its back-test. */
const seedDraft = async ({ policyDrafts }: RecordStore): Promise<void> => {
  const { entry, stored: draft } = aPolicyDraft.first(aPolicyDraft());
  await mustSucceed(policyDrafts.insert(draft, entry));
  await mustSucceed(policyDrafts.replaceBackTest(null, aBackTest()));
};

/** Gives the first endpoint another URL. */
const changeEndpoint = ({ webhookEndpoints }: RecordStore): Promise<void> =>
  mustSucceed(webhookEndpoints.replace(anEndpoint(undefined, { url: 'https://acme.example/new', version: 2 })));

/** Plays people through the whole service over the database, and keeps what it held on the way. */
export const seedRun = async (environment: ThiefEnvironment): Promise<Run> => {
  await seedService(environment);
  await seedWebhooks(environment.freshStores());
  await seedStaff(environment.freshStores());
  await seedClient(environment.freshStores());
  await seedDraft(environment.freshStores());
  const stores = environment.freshStores();
  const service = aService({
    profiles: () => stores.profiles,
    files: () => stores.files,
    ledgerReader: () => stores.ledgerReader,
    deviceEventClaims: () => stores.deviceEventClaims,
    duplicateIndex: () => stores.duplicateIndex,
    eraser: () => stores.eraser,
  });
  const people = [];
  for (const scenario of scenarios)
    people.push(await aPerson(service, { scenario, reference: scenario, metadata: { note: scenario } }));
  const erased = await aPerson(service, { reference: 'erased' });
  for (const person of people) {
    await mustSucceed(personActions(person).consent());
    await mustSucceed(personActions(person).patch({ files: [{ kind: 'document_front', bytes: tinyJpeg() }] }));
  }
  const times = { revokedAt: '2026-05-01T10:00:00.000Z', expiresAt: '2026-05-01T11:00:00.000Z' };
  await mustSucceed(stores.tokenStates.revoke({ id: 'a digest', ...times }));
  for (const { id } of people.slice(0, 2))
    await mustSucceed(stores.reviewClaims.replace(null, aReviewClaim({ profileId: id })));
  const signer = aHeadSigner();
  const heads: Checkpoint[] = [];
  const placeAndKeep = async (): Promise<void> => {
    await placeEverything(stores.ledgerLog, signer, stores.feedNumbers);
    const head = await mustSucceed(stores.ledgerLog.newestHead());
    if (head !== null) heads.push(head);
  };
  await placeAndKeep();
  const older = await snapshotOf(environment);
  await changeEndpoint(stores);
  for (const person of people) await submitEverything(person, `sim-${person.id}`);
  await mustSucceed(service.erase({ caller: partner, id: erased.id }));
  await mustSucceed(service.sweep());
  await placeAndKeep();
  const profiles = await Promise.all([...people, erased].map(({ id }) => stored(service, id)));
  const kept = { heads, fingerprint: signer.fingerprint };
  return { profiles, older, newest: await snapshotOf(environment), kept };
};
