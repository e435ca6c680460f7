import { sequentialIds } from '@portcullis/adapter-memory/testing';
import { acme, aNew, freshId } from '@portcullis/contracts/builders';
import type { LedgerEntry } from '@portcullis/domain';
import type { KeyClaim, NewFile, ProfileChange } from '@portcullis/domain/ports';
import { createRecordStore, type RecordStore } from '@portcullis/record-store';
import { aKeyring } from '../builders/keyrings.ts';
import { mustSucceed } from '../run.ts';
import type { RecordDatabase } from './record-database.ts';

/** A word that stands for personal data, and that is found in any form that is not encrypted. */
export const canaryWord = 'QQERIKSSONQQ';

/** Opens the stores of one process, with the keys of these words. */
export const storesWith = ({ driver }: Pick<RecordDatabase, 'driver'>, ...words: readonly string[]): RecordStore =>
  createRecordStore(driver, aKeyring(...words), sequentialIds());
export type Stores = RecordStore;

/** A new profile with the canary value in every field that a person or a partner writes. */
export const aPerson = (): ProfileChange => {
  const id = freshId('p');
  const added = aNew({
    id,
    tenant: { ...acme, teamId: null },
    reference: `${canaryWord}-${id}`,
    claimed: { full_name: `Anna Maria ${canaryWord}` },
    metadata: { note: canaryWord },
    // A service that runs beside a test must have nothing to do for this profile.
    expiresAt: '2999-05-08T10:00:00.000Z',
  });
  const entries = added.entries.map(
    (entry): LedgerEntry => ({
      ...entry,
      personal: { note: canaryWord, seq: entry.seq },
      personal_digest: 'd'.repeat(64),
    }),
  );
  return { profile: added.profile, entries };
};

export const aFileOf = (profileId: string, bytes: Uint8Array = Buffer.from(`${canaryWord} `.repeat(40))): NewFile => ({
  id: freshId('f'),
  profileId,
  kind: 'document_front',
  contentType: 'image/jpeg',
  bytes,
  sha256: Buffer.from(canaryWord.padEnd(32, 'x')).toString('hex'),
});

/** A claim of a stored response, with its key. */
const aClaim = (): KeyClaim => ({
  key: freshId('k').padEnd(64, '0'),
  request: 'e'.repeat(64),
  owner: freshId('h'),
  operation: freshId('o'),
  now: '2026-05-01T10:00:00.000Z',
  heldUntil: '2026-05-01T10:01:00.000Z',
  keptUntil: '2999-05-02T10:00:00.000Z',
});

/** Stores people with one file each, a partner's key and a stored response. */
export const storeRecords = async (stores: Stores, people: number) => {
  const kept: { readonly change: ProfileChange; readonly file: NewFile }[] = [];
  for (let n = 0; n < people; n += 1) {
    const change = aPerson();
    await mustSucceed(stores.profiles.insert(change, null));
    const file = aFileOf(change.profile.id);
    await mustSucceed(stores.files.put(file));
    kept.push({ change, file });
  }
  const partnerKey = await mustSucceed(stores.duplicateIndex.partnerKey('acme'));
  const claim = aClaim();
  const answer = { status: 201, headers: { etag: '"1"' }, body: `{"said":"${canaryWord}"}` };
  await mustSucceed(stores.idempotencyKeys.claim(claim));
  await mustSucceed(stores.idempotencyKeys.complete(claim, answer, kept[0]?.change.profile.id ?? null));
  return { kept, partnerKey, claim, answer };
};
export type Records = Awaited<ReturnType<typeof storeRecords>>;

/** Reads everything that was stored, through these stores. */
export const readStoredRecords = async (stores: Stores, { kept, claim }: Records) => ({
  kept: await Promise.all(
    kept.map(async ({ change: { profile }, file }) => {
      const read = await mustSucceed(stores.profiles.getAny(profile.id));
      const current = await mustSucceed(stores.profiles.findCurrent(read.tenant, read.reference));
      const { items } = await mustSucceed(stores.profiles.list(acme, { reference: read.reference, limit: 5 }));
      const entries = await mustSucceed(stores.ledgerReader.entries(profile.id, { afterSeq: 0, limit: 1000 }));
      const { bytes, contentType } = await mustSucceed(stores.files.get(profile.id, file.id));
      const content = { contentType, bytes: Buffer.from(bytes).toString() };
      return { profile: read, current: current?.id, found: items.map(({ id }) => id), entries, content };
    }),
  ),
  partnerKey: await mustSucceed(stores.duplicateIndex.partnerKey('acme')),
  answer: await mustSucceed(
    stores.idempotencyKeys.claim({ ...claim, owner: freshId('h'), now: '2026-05-01T11:00:00.000Z' }),
  ),
});
