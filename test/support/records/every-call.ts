import type { TaskEither } from '@portcullis/domain';
import type { RecordStore } from '@portcullis/record-store';
import { attemptFingerprints, digestNo } from '../builders/attempt-fingerprints.ts';
import { aStoredClient } from '../builders/clients.ts';
import { aListEntry } from '../builders/list-entries.ts';
import { aBackTest, aPolicyDraft } from '../builders/policy-drafts.ts';
import { aChangeOf, acme, aNew, aProfile } from '../builders/profiles.ts';
import { aReviewClaim } from '../builders/review-claims.ts';
import { anAccount, aSession } from '../builders/staff.ts';
import { aDeliveryChange, aDeliveryState, anEndpoint } from '../webhooks/endpoints.ts';
import { anAccessBatch } from './access-lines.ts';
import { aKeyClaim } from './key-claims.ts';

const claim = aKeyClaim();
const logState = {
  logId: 'log',
  generation: 1,
  holder: 'a',
  heldUntil: '',
  size: 0,
  hash: '0'.repeat(64),
};
const accessQuery = {
  after: { at: '2026-01-01T00:00:00.000Z', id: 'abc000000000001', line: 3 },
  from: null,
  until: claim.now,
  limit: 10,
};
const newDraft = aPolicyDraft.first(aPolicyDraft('draft0000000009'));
const newClient = aStoredClient.first(aStoredClient('client000000009'));
const newListEntry = aListEntry({ digest: digestNo(9) });
const answer = { status: 200, headers: {}, body: '{}' };

/** The operations of `everyCall` whose deadline is minutes over a real database: no test can wait for it. */
export const slowCalls: readonly string[] = ['purge', 'checkKeys', 'keyStatus', 'findPlaintext'];

/** Lists the operations of the stores: none of them may treat a missing answer as a valid one. */
export const everyCall = (stores: RecordStore): Readonly<Record<string, TaskEither<unknown, unknown>>> => {
  const { profiles, files, idempotencyKeys, duplicateIndex, tokenStates } = stores;
  const { profile, entries } = aNew();
  const file = {
    id: 'file00000000001',
    profileId: profile.id,
    kind: 'document_front',
    contentType: 'image/png',
  } as const;
  return {
    get: profiles.get(acme, profile.id),
    getAny: profiles.getAny(profile.id),
    findCurrent: profiles.findCurrent(acme, 'customer-1'),
    findBySession: profiles.findBySession(acme, '00000000-0000-4000-8000-000000000001'),
    list: profiles.list(acme, { limit: 10 }),
    insert: profiles.insert({ profile, entries }, null),
    replace: profiles.insert({ profile, entries }, aChangeOf(aProfile(), { current: false })),
    commit: profiles.commit(aChangeOf(profile)),
    commitBytes: profiles.commit({ ...aChangeOf(profile), bytes: 10 }),
    due: profiles.due('2026-05-01T10:00:00.000Z', 10),
    scan: profiles.scan(null, 10),
    countDue: stores.workCounts.due('2026-05-01T10:00:00.000Z', 'drive'),
    countErasures: stores.workCounts.due('2026-05-01T10:00:00.000Z', 'erasure'),
    countProcessing: stores.workCounts.processing('2026-05-01T10:00:00.000Z'),
    countCreated: stores.workCounts.created(acme, 'approved', '2026-05-01T10:00:00.000Z'),
    databaseSize: stores.workCounts.databaseSize(),
    entries: stores.ledgerReader.entries(profile.id, { afterSeq: 0, limit: 10 }),
    chains: stores.chains.entries(profile.id, { afterSeq: 0, limit: 10 }),
    insertStaff: stores.staffDirectory.insert(anAccount()),
    staffAccount: stores.staffDirectory.find('rosa'),
    staffPage: stores.staffDirectory.page('a'),
    removeDamagedStaff: stores.staffDirectory.removeDamaged('rosa'),
    replaceStaff: stores.staffDirectory.replace(anAccount('rosa', { version: 2 })),
    insertSession: stores.staffSessions.insert(aSession()),
    session: stores.staffSessions.find(aSession().id),
    touchSession: stores.staffSessions.touch(aSession().id, claim.now),
    eraseSession: stores.staffSessions.end(aSession().id),
    eraseSessions: stores.staffSessions.endAll(aSession().member.staffId),
    sessionPage: stores.staffSessions.page(''),
    pruneSessions: stores.staffSessions.prune(claim.now, 10),
    logState: stores.ledgerLog.state(),
    unplaced: stores.ledgerLog.unplaced(150),
    append: stores.ledgerLog.append(logState, { ...logState, size: 1 }, [
      { row: 'entry0000000001', profileId: profile.id, seq: 1, hash: '1'.repeat(64) },
    ]),
    placed: stores.ledgerLog.entries(5, 150),
    waiting: stores.ledgerLog.waiting(150),
    newestHead: stores.ledgerLog.newestHead(),
    putHead: stores.ledgerLog.putHead({ logId: 'log', size: 1, hash: '1', time: 'now', signature: null }),
    createLog: stores.ledgerLog.create(logState),
    feedHeads: stores.eventFeed.heads(['acme', 'globex']),
    feedPage: stores.eventFeed.page('acme', 5, 100),
    pruneFeeds: stores.eventFeed.prune(claim.now, '', 10),
    followedLog: stores.feedNumbers.followed(),
    behindLog: stores.feedNumbers.behind(5, 500, 150),
    openFeed: stores.feedNumbers.open('acme'),
    numberEvents: stores.feedNumbers.number('acme', 0, ['entry0000000001']),
    moveFeed: stores.feedNumbers.moveOn(0, 1),
    put: files.put({ ...file, bytes: Uint8Array.of(1), sha256: '1'.repeat(64) }),
    file: files.get(profile.id, file.id),
    remove: files.remove(profile.id, file.id),
    claimKey: idempotencyKeys.claim(claim),
    renew: idempotencyKeys.renew(claim, claim.keptUntil),
    complete: idempotencyKeys.complete(claim, answer, null),
    release: idempotencyKeys.release(claim),
    prune: idempotencyKeys.prune(claim.now, 10),
    partnerKey: duplicateIndex.partnerKey('acme'),
    record: duplicateIndex.record(attemptFingerprints(), 86_400),
    listEntry: stores.listStore.find('f00000000000005'),
    standingEntries: stores.listStore.standing('acme', [{ kind: 'document', digest: digestNo(1) }]),
    listPage: stores.listStore.page('p7', null, { addedAt: claim.now, id: 'f00000000000005' }, 20),
    addToList: stores.listStore.add(newListEntry.entry, newListEntry.ledger),
    replaceOnList: stores.listStore.replace(newListEntry.entry, newListEntry.ledger),
    forgetOnLists: stores.listStore.forget('f00000000000005'),
    removeFromList: stores.listStore.remove('f00000000000005', newListEntry.removal),
    claimEvent: stores.deviceEventClaims.claim({ eventId: 'event-1', profileId: profile.id, attempt: 1 }),
    revoke: tokenStates.revoke({ id: 'digest', revokedAt: claim.now, expiresAt: claim.keptUntil }),
    revokedSince: tokenStates.revokedSince(claim.now),
    useAssertion: tokenStates.useAssertion({ id: 'digest', expiresAt: claim.keptUntil }, claim.now),
    pruneTokens: tokenStates.prune(claim.now, 10),
    policy: stores.policyRepository.get({ id: 'strict', version: '1' }),
    policies: stores.policyRepository.list(),
    addCalls: stores.usageCounters.addCalls({ partnerId: 'acme', provider: 'faces', day: '2026-05-01' }, 1),
    storedBytes: stores.usageCounters.storedBytes('acme', 10),
    pruneUsage: stores.usageCounters.prune('2026-05-01', 10),
    insertClient: stores.clientStore.insert(newClient.stored, newClient.entry),
    client: stores.clientStore.find('f00000000000005'),
    standingClient: stores.clientStore.standing('f00000000000005'),
    clientsOfPartner: stores.clientStore.ofPartner('p7'),
    replaceClient: stores.clientStore.replace(newClient.stored, newClient.entry),
    changedClients: stores.clientStore.changedSince('2026-06-01T10:00:00.000Z'),
    insertDraft: stores.policyDrafts.insert(newDraft.stored, newDraft.entry),
    draft: stores.policyDrafts.find('f00000000000005'),
    standingDraft: stores.policyDrafts.standing('f00000000000005'),
    discardDamagedDraft: stores.policyDrafts.discardDamaged(newDraft.stored.id, newDraft.entry),
    draftsOfPartner: stores.policyDrafts.ofPartner('p7'),
    replaceDraft: stores.policyDrafts.replace(newDraft.stored, newDraft.entry),
    backTest: stores.policyDrafts.backTest('f00000000000005'),
    replaceBackTest: stores.policyDrafts.replaceBackTest(null, aBackTest()),
    insertEndpoint: stores.webhookEndpoints.insert(anEndpoint('endpoint0000009'), 0),
    endpoint: stores.webhookEndpoints.find('f00000000000005'),
    endpointsOfPartner: stores.webhookEndpoints.ofPartner('p7'),
    endpointOwner: stores.webhookEndpoints.ownerOf('f00000000000005'),
    damagedEndpoints: stores.webhookEndpoints.damaged('f00000000000005'),
    activeEndpoints: stores.webhookEndpoints.active('f00000000000005'),
    replaceEndpoint: stores.webhookEndpoints.replace({ ...anEndpoint('endpoint0000009'), version: 2 }),
    removeEndpoint: stores.webhookEndpoints.remove('endpoint0000008'),
    deliveryState: stores.webhookDeliveries.state('endpoint0000009'),
    recordDeliveries: stores.webhookDeliveries.record(aDeliveryState, aDeliveryState, aDeliveryChange(), claim.now),
    waitingDeliveries: stores.webhookDeliveries.waiting('w7', 20),
    deadLetters: stores.webhookDeliveries.dead('w7', 5, 20),
    reviveLetters: stores.webhookDeliveries.revive(aDeliveryChange().put, claim.now),
    tries: stores.webhookDeliveries.tries('w7', '2026-05-01T10:00:00.000Z/f00000000000005'),
    pruneDeliveries: stores.webhookDeliveries.prune('2026-01-01T00:00:00.000Z', 10),
    countDeliveries: stores.webhookDeliveries.counts(),
    findLease: stores.workLeases.find('sweep'),
    takeLease: stores.workLeases.replace(
      'sweep',
      { generation: 1, holder: '', heldUntil: '' },
      { generation: 2, holder: 'one', heldUntil: claim.now },
    ),
    profilesShowing: duplicateIndex.profilesShowing('acme', 'document', [digestNo(1), digestNo(2)]),
    profilesSharing: duplicateIndex.profilesSharing('acme', attemptFingerprints().digests),
    claimsOf: stores.reviewClaims.of([profile.id]),
    heldClaims: stores.reviewClaims.held(acme, claim.now),
    heldClaimsOfTeam: stores.reviewClaims.held({ ...acme, teamId: 'north' }, claim.now),
    claimReview: stores.reviewClaims.replace(null, aReviewClaim()),
    replaceClaim: stores.reviewClaims.replace(aReviewClaim(), aReviewClaim({ generation: 2 })),
    queue: stores.reviewQueue.page(acme, null, 10),
    countQueue: stores.reviewQueue.count(acme, null),
    measureQueue: stores.reviewQueue.measure(claim.now),
    appendAccess: stores.accessLog.append([anAccessBatch(claim.now, ['one'])]),
    accessPage: stores.accessLog.page({ ...accessQuery, viewer: null }),
    accessOfPartner: stores.accessLog.page({ ...accessQuery, viewer: acme }),
    accessOfTeam: stores.accessLog.page({ ...accessQuery, viewer: { ...acme, teamId: 'north' } }),
    pruneAccess: stores.accessLog.prune(claim.now, 10),
    app: stores.settings.app(),
    profileIds: stores.recordScanner.profileIds(null, 10),
    erase: stores.eraser.erase(profile),
    purge: stores.eraser.purge(),
    health: stores.healthProbe.database(),
    checkKeys: stores.keys.check,
    keyStatus: stores.keys.status,
  };
};
