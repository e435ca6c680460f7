import {
  aChangeOf,
  aDeliveryChange,
  aKeyClaim,
  aListEntry,
  anAccessBatch,
  anAccount,
  anEndpoint,
  aPolicyDraft,
  aReviewClaim,
  aStaffSession,
  aStoredClient,
  attemptFingerprints,
  digestNo,
  freshSessionId,
  setListed,
} from '@portcullis/contracts/builders';
import { TE } from '@portcullis/domain';
import { type RecordDriver, tables } from '@portcullis/record-store/driver';
import { memoryDriver } from '@portcullis/record-store/memory';
import { expect } from 'chai';
import { bytesKey, type MemoryTables, memoryTables } from '#record-store/memory/tables';
import { aPolicy } from '../../../support/builders/policies.ts';
import { aFileOf, aPerson, canaryWord, type Stores, storesWith } from '../../../support/records/stored-records.ts';
import { mustSucceed } from '../../../support/run.ts';

/** Stores a row in every table, through the stores where one of them writes it. Answers the profile. */
const fillEveryTable = async (driver: RecordDriver, stores: Stores) => {
  const added = aPerson();
  const { id, reference, tenant } = added.profile;
  await mustSucceed(stores.profiles.insert(added, null));
  const session = {
    kind: 'liveness_session',
    sessionId: freshSessionId(),
    challenge: 'movement_and_light',
    region: 'eu-west-1',
    expiresAt: '2026-05-01T10:03:00.000Z',
    attempt: 1,
    at: '2026-05-01T10:00:00.000Z',
  } as const;
  const change = aChangeOf(added.profile, { evidence: [session] });
  await mustSucceed(stores.profiles.commit(change));
  await mustSucceed(stores.files.put(aFileOf(id)));
  const claim = aKeyClaim();
  await mustSucceed(stores.idempotencyKeys.claim(claim));
  const answer = { status: 200, headers: {}, body: `{"reference":"${reference}"}` };
  await mustSucceed(stores.idempotencyKeys.complete(claim, answer, id));
  await mustSucceed(stores.deviceEventClaims.claim({ eventId: 'event-1', profileId: id, attempt: 1 }));
  await mustSucceed(stores.duplicateIndex.partnerKey(tenant.partnerId));
  await mustSucceed(stores.duplicateIndex.record(attemptFingerprints({ profileId: id }), 86_400));
  await setListed(stores, tenant.partnerId, 'document', digestNo(7), 'blocked');
  const listed = aListEntry({ tenant, digest: digestNo(8), profileId: id, note: `The ${canaryWord} card.` });
  await mustSucceed(stores.listStore.add(listed.entry, listed.ledger));
  await mustSucceed(stores.policyRepository.add(aPolicy(), null));
  await mustSucceed(stores.usageCounters.addCalls({ partnerId: 'acme', provider: 'faces', day: '2026-05-01' }, 1));
  const log = 'log000000000001';
  const hash = '1'.repeat(64);
  const lease = { generation: 1, holder: '', heldUntil: '', size: 1, hash };
  await mustSucceed(stores.ledgerLog.create({ logId: log, ...lease }));
  const time = '2026-05-01T10:00:00.000Z';
  await mustSucceed(stores.ledgerLog.putHead({ logId: log, size: 1, hash, time, signature: null }));
  await mustSucceed(stores.feedNumbers.open(tenant.partnerId));
  const times = { revokedAt: '2026-05-01T10:00:00.000Z', expiresAt: '2026-05-01T11:00:00.000Z' };
  await mustSucceed(stores.tokenStates.revoke({ id: 'a digest', ...times }));
  await mustSucceed(stores.accessLog.append([anAccessBatch('2026-05-01T10:00:00.000Z', ['request-1'], tenant)]));
  const client = aStoredClient.first(aStoredClient());
  await mustSucceed(stores.clientStore.insert(client.stored, client.entry));
  const draft = aPolicyDraft.first(aPolicyDraft());
  await mustSucceed(stores.policyDrafts.insert(draft.stored, draft.entry));
  await mustSucceed(stores.webhookEndpoints.insert(anEndpoint(), 0));
  await mustSucceed(stores.staffDirectory.insert(anAccount()));
  await mustSucceed(stores.staffSessions.insert(aStaffSession()));
  await mustSucceed(stores.reviewClaims.replace(null, aReviewClaim({ profileId: id, tenant })));
  const noLease = { generation: 0, holder: '', heldUntil: '' };
  await mustSucceed(stores.workLeases.replace('sweep', noLease, { ...noLease, generation: 1, holder: 'one' }));
  const state = await mustSucceed(stores.webhookDeliveries.state(anEndpoint().id));
  if (state !== null)
    await mustSucceed(
      stores.webhookDeliveries.record(state, { ...state, id: 'state0000000002' }, aDeliveryChange(), time),
    );
  await mustSucceed(stores.installation.look);
  const setting = { id: 'setting00000001', name: 'support', value: '+49 30 1234' };
  await mustSucceed(driver.transaction([{ kind: 'insert', table: 'settings', row: setting }]));
  return change.profile;
};

type Contents = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** What each table holds, row by row, with the bytes of the files. */
const contentsOf = ({ bytes, rows }: MemoryTables): Contents => {
  const found = new Map([...rows].map(([table, own]): [string, typeof own] => [table, own]));
  const textOf = (id: string, content: unknown) =>
    Buffer.from(bytes.get(bytesKey(id, content)) ?? []).toString('latin1');
  return new Map(
    Object.keys(tables).map((table) => {
      const own = [...(found.get(table) ?? [])];
      return [table, new Map(own.map(([id, row]) => [id, JSON.stringify(row) + textOf(id, row['content'])]))];
    }),
  );
};

const tablesWith = (contents: Contents, isMeant: (row: string) => boolean): readonly string[] =>
  [...contents].filter(([, rows]) => [...rows.values()].some(isMeant)).map(([table]) => table);

const holdsCanary = (row: string): boolean => row.includes(canaryWord);

/** The tables of which a row is no longer as it was. */
const changedTables = (before: Contents, after: Contents): readonly string[] =>
  [...before]
    .filter(([table, rows]) => [...rows].some(([id, row]) => after.get(table)?.get(id) !== row))
    .map(([table]) => table);

const declared = (isMeant: (table: (typeof tables)[keyof typeof tables]) => boolean): readonly string[] =>
  Object.entries(tables)
    .filter(([, table]) => isMeant(table))
    .map(([name]) => name);

/** A driver that leaves what one table holds, whatever it is told. */
const leaving = (driver: RecordDriver, table: string | null): RecordDriver => ({
  ...driver,
  transaction: (writes, options) =>
    driver.transaction(
      writes.filter((write) => write.kind === 'insert' || write.table !== table),
      options,
    ),
  updateIf: (update) => (update.table === table ? TE.right(true) : driver.updateIf(update)),
  ...(table === 'files' && { removeBlobs: () => TE.right(undefined) }),
});

/** What every table holds before and after the erasure of the only profile, by a driver that leaves one table. */
const eraseOnlyProfile = async (left: string | null = null) => {
  const memory = memoryTables();
  const driver = memoryDriver(memory);
  const profile = await fillEveryTable(driver, storesWith({ driver }));
  const before = contentsOf(memory);
  const { eraser, profiles } = storesWith({ driver: leaving(driver, left) });
  const nothing = {
    reference: '',
    current: false,
    claimed: {},
    metadata: {},
    evidence: [],
    salt: '',
  };
  await mustSucceed(profiles.commit(aChangeOf(profile, nothing)));
  await mustSucceed(eraser.erase(profile));
  return { before, after: contentsOf(memory) };
};

const erased = declared(({ erasedBy }) => erasedBy !== null);

describe('the tables of the record store', () => {
  it('hold a row each in this test, so that a new table is stored, erased and sealed here', async () => {
    const { before } = await eraseOnlyProfile();
    expect(tablesWith(before, () => true)).to.deep.equal(Object.keys(tables));
  });

  it('hold nothing personal in clear', async () => {
    const { before } = await eraseOnlyProfile();
    expect(tablesWith(before, holdsCanary)).to.deep.equal([]);
  });

  it('are changed by an erasure where `erasedBy` says so', async () => {
    const { before, after } = await eraseOnlyProfile();
    expect(changedTables(before, after)).to.deep.equal(erased);
  });

  for (const table of erased) {
    it(`are reported when the erasure leaves ${table}`, async () => {
      const { before, after } = await eraseOnlyProfile(table);
      expect(changedTables(before, after)).to.not.include(table);
    });
  }
});
