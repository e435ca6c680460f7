import assert from 'node:assert/strict';
import {
  type DuplicateIndex,
  E,
  type Eraser,
  type FileStore,
  type IdempotencyStore,
  type LedgerEntry,
  type LedgerReader,
  type ProfileStore,
} from '@portcullis/domain';
import type { AttemptFingerprints } from '@portcullis/domain/ports';
import { attemptFingerprints, digestNo, noDigests } from '../builders/attempt-fingerprints.ts';
import { aKeyClaim } from '../builders/key-claims.ts';
import { aChangeOf, aNew, anEntry, freshId, freshSessionId } from '../builders/profiles.ts';
import { type Runner, resultOf } from '../shared/runner.ts';

export type ErasedStores = {
  readonly eraser: Eraser;
  readonly profiles: ProfileStore;
  readonly ledgerReader: LedgerReader;
  readonly files: FileStore;
  readonly keys: IdempotencyStore;
  readonly duplicateIndex: DuplicateIndex;
};

const day = 86_400;
const picture = Uint8Array.of(0xff, 0xd8, 0xff, 0xe0, 0xff, 0xd9);
const all = { afterSeq: 0, limit: 1000 };

const answer = { status: 200, headers: {}, body: '{"claimed":{"full_name":"Anna Eriksson"}}' };

/** Stores a record of every kind that is kept beside a profile. */
const storeCompleteProfile = async (
  { profiles, files, keys, duplicateIndex }: ErasedStores,
  key: string,
  n: number,
) => {
  const sessionId = freshSessionId();
  const session = {
    kind: 'liveness_session',
    sessionId,
    challenge: 'movement_and_light',
    region: 'eu-west-1',
    expiresAt: '2026-05-01T10:03:00.000Z',
    attempt: 1,
    at: '2026-05-01T10:00:00.000Z',
  } as const;
  const { profile } = aNew({ version: 3, evidence: [session], reference: freshId('r') });
  const personal = { note: `Anna has moved to number ${n}.`, data: { deep: [1, '2', null] } };
  const entries = [1, 2, 3].map((seq) =>
    anEntry({ profile_id: profile.id, seq, ...(seq === 2 && { personal, personal_digest: 'e'.repeat(64) }) }),
  );
  await resultOf(profiles.insert({ profile, entries }, null));
  const file = {
    profileId: profile.id,
    kind: 'document_front',
    contentType: 'image/jpeg',
    sha256: 'f'.repeat(64),
  } as const;
  const fileIds = [freshId('f'), freshId('f')];
  for (const id of fileIds) await resultOf(files.put({ ...file, id, bytes: picture }));
  const claim = aKeyClaim({ key: key.repeat(32) });
  await resultOf(keys.claim(claim));
  await resultOf(keys.complete(claim, answer, profile.id));
  const sighted = attemptFingerprints({ profileId: profile.id, reference: digestNo(900 + n) });
  await resultOf(duplicateIndex.record(sighted, day));
  return {
    profile,
    entries,
    sessionId,
    fileIds,
    claim,
    sighted,
  };
};
type CompleteProfile = Awaited<ReturnType<typeof storeCompleteProfile>>;

const isKept = async ({ files, ledgerReader, keys, profiles }: ErasedStores, whole: CompleteProfile) => {
  const { claim, fileIds, profile, sessionId } = whole;
  const found = await Promise.all(fileIds.map((id) => files.get(profile.id, id)()));
  const repeated = await resultOf(keys.claim({ ...claim, owner: freshId('try') }));
  return {
    files: found.filter(E.isRight).length,
    answer: repeated.state === 'completed',
    session: E.isRight(await profiles.findBySession(profile.tenant, sessionId)()),
    personal: (await resultOf(ledgerReader.entries(profile.id, all))).filter(({ personal }) => personal).length,
  };
};

const everything = { files: 2, answer: true, session: true, personal: 1 };
const nothing = { files: 0, answer: false, session: false, personal: 0 };

const erased = ({ personal: _, ...entry }: LedgerEntry): LedgerEntry => entry;

/** Answers how many other references would be reported as having shown what this attempt showed. */
const otherReferencesFor = async ({ duplicateIndex }: ErasedStores, digests: AttemptFingerprints['digests']) => {
  const looked = attemptFingerprints({ profileId: freshId('p'), reference: digestNo(999), digests });
  return (await resultOf(duplicateIndex.record(looked, day))).others;
};

/** Tests the guarantees of every Eraser, over the stores beside which it works. */
export const eraserContract = ({ describe, it }: Runner, name: string, open: () => Promise<ErasedStores>): void => {
  describe(`Eraser contract: ${name}`, () => {
    it('removes everything beside the profile, and nothing of another profile', async () => {
      const stores = await open();
      const theirs = await storeCompleteProfile(stores, 'a1', 1);
      const other = await storeCompleteProfile(stores, 'a2', 2);
      assert.deepEqual(await isKept(stores, theirs), everything);
      await resultOf(stores.eraser.erase(theirs.profile));
      assert.deepEqual(await isKept(stores, theirs), nothing);
      assert.deepEqual(await isKept(stores, other), everything);
    });

    it('keeps the idempotency key of a request whose answer it removes, so that a retry does nothing', async () => {
      const stores = await open();
      const { claim, profile } = await storeCompleteProfile(stores, 'a1', 1);
      for (let time = 0; time < 2; time += 1) {
        await resultOf(stores.eraser.erase(profile));
        const again = { ...claim, owner: freshId('try'), now: '2026-05-04T09:59:59.999Z' };
        assert.deepEqual(await resultOf(stores.keys.claim(again)), { state: 'erased' });
        const other = { ...again, request: 'd4'.repeat(32) };
        assert.deepEqual(await resultOf(stores.keys.claim(other)), { state: 'mismatch' });
      }
    });

    it('keeps the hashed part of every ledger entry unchanged', async () => {
      const stores = await open();
      const { entries, profile } = await storeCompleteProfile(stores, 'a1', 1);
      await resultOf(stores.eraser.erase(profile));
      assert.deepEqual(await resultOf(stores.ledgerReader.entries(profile.id, all)), entries.map(erased));
    });

    it('removes what only this profile showed from the duplicate index', async () => {
      const stores = await open();
      const { profile, sighted } = await storeCompleteProfile(stores, 'a1', 1);
      await resultOf(stores.eraser.erase(profile));
      assert.deepEqual(await otherReferencesFor(stores, sighted.digests), {
        document: 0,
        person: 0,
        image: 0,
        device: 0,
      });
    });

    it('keeps what another reference showed, and what another profile of the same reference showed', async () => {
      const stores = await open();
      const { profile, sighted } = await storeCompleteProfile(stores, 'a1', 1);
      const { profile: second } = await storeCompleteProfile(stores, 'a2', 1);
      const { profile: stranger } = await storeCompleteProfile(stores, 'a3', 3);
      await resultOf(stores.eraser.erase(profile));
      assert.equal((await otherReferencesFor(stores, sighted.digests)).document, 2);
      await resultOf(stores.eraser.erase(second));
      const { document } = await otherReferencesFor(stores, { ...noDigests, document: sighted.digests.document });
      assert.equal(document, 1);
      await resultOf(stores.eraser.erase(stranger));
      assert.equal((await otherReferencesFor(stores, sighted.digests)).document, 0);
    });

    it('is idempotent, also when run concurrently and where nothing was stored', async () => {
      const stores = await open();
      const whole = await storeCompleteProfile(stores, 'a1', 1);
      const { eraser } = stores;
      await Promise.all([1, 2, 3].map(() => resultOf(eraser.erase(whole.profile))));
      await resultOf(eraser.erase(whole.profile));
      await resultOf(eraser.erase({ ...whole.profile, id: freshId('n') }));
      assert.deepEqual(await isKept(stores, whole), nothing);
    });

    it('removes a file that was stored after an earlier erasure, when it is run again', async () => {
      const stores = await open();
      const { profile } = await storeCompleteProfile(stores, 'a1', 1);
      await resultOf(stores.eraser.erase(profile));
      const file = {
        id: freshId('f'),
        profileId: profile.id,
        kind: 'document_front',
        contentType: 'image/jpeg',
      } as const;
      // A store that has destroyed the profile's key may refuse the file.
      await stores.files.put({ ...file, bytes: picture, sha256: 'f'.repeat(64) })();
      await resultOf(stores.eraser.erase(profile));
      assert.equal(E.isRight(await stores.files.get(profile.id, file.id)()), false);
    });

    it('leaves a row that is readable without its key, and that no reference finds', async () => {
      const stores = await open();
      const { profile } = await storeCompleteProfile(stores, 'a1', 1);
      const { eraser, profiles } = stores;
      const last = aChangeOf(profile, { reference: '', current: false, salt: '', evidence: [], claimed: {} });
      await resultOf(profiles.commit(last));
      await resultOf(eraser.erase(profile));
      assert.deepEqual(await resultOf(profiles.getAny(profile.id)), last.profile);
      const { reference, tenant } = profile;
      assert.equal(await resultOf(profiles.findCurrent(tenant, reference)), null);
      assert.deepEqual((await resultOf(profiles.list(tenant, { reference, limit: 10 }))).items, []);
      const next = aNew({ reference });
      await resultOf(profiles.insert(next, null));
      assert.deepEqual(await resultOf(profiles.findCurrent(tenant, reference)), next.profile);
      const further = aChangeOf(last.profile, {});
      await resultOf(profiles.commit(further));
      assert.deepEqual(await resultOf(profiles.getAny(profile.id)), further.profile);
    });

    it('purges the database files, whether there was anything to remove or not', async () => {
      const stores = await open();
      const { eraser } = stores;
      const whole = await storeCompleteProfile(stores, 'a1', 1);
      await resultOf(eraser.erase(whole.profile));
      await resultOf(eraser.purge());
      await resultOf(eraser.purge());
      assert.deepEqual(await isKept(stores, whole), nothing);
    });
  });
};
