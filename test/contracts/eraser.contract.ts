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
import { expect } from 'chai';
import { attemptFingerprints, digestNo, noDigests } from '../support/builders/attempt-fingerprints.ts';
import { aChangeOf, aNew, anEntry, freshId, freshSessionId } from '../support/builders/profiles.ts';
import { tinyJpeg } from '../support/images/tiny-jpeg.ts';
import { aKeyClaim } from '../support/records/key-claims.ts';
import { mustSucceed } from '../support/run.ts';

export type ErasedStores = {
  readonly eraser: Eraser;
  readonly profiles: ProfileStore;
  readonly ledgerReader: LedgerReader;
  readonly files: FileStore;
  readonly keys: IdempotencyStore;
  readonly duplicateIndex: DuplicateIndex;
};

const day = 86_400;
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
  await mustSucceed(profiles.insert({ profile, entries }, null));
  const file = {
    profileId: profile.id,
    kind: 'document_front',
    contentType: 'image/jpeg',
    sha256: 'f'.repeat(64),
  } as const;
  const fileIds = [freshId('f'), freshId('f')];
  for (const id of fileIds) await mustSucceed(files.put({ ...file, id, bytes: tinyJpeg() }));
  const claim = aKeyClaim({ key: key.repeat(32) });
  await mustSucceed(keys.claim(claim));
  await mustSucceed(keys.complete(claim, answer, profile.id));
  const sighted = attemptFingerprints({ profileId: profile.id, reference: digestNo(900 + n) });
  await mustSucceed(duplicateIndex.record(sighted, day));
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
  const repeated = await mustSucceed(keys.claim({ ...claim, owner: freshId('try') }));
  return {
    files: found.filter(E.isRight).length,
    answer: repeated.state === 'completed',
    session: E.isRight(await profiles.findBySession(profile.tenant, sessionId)()),
    personal: (await mustSucceed(ledgerReader.entries(profile.id, all))).filter(({ personal }) => personal).length,
  };
};

const everything = { files: 2, answer: true, session: true, personal: 1 };
const nothing = { files: 0, answer: false, session: false, personal: 0 };

const erased = ({ personal: _, ...entry }: LedgerEntry): LedgerEntry => entry;

/** Answers how many other references would be reported as having shown what this attempt showed. */
const otherReferencesFor = async ({ duplicateIndex }: ErasedStores, digests: AttemptFingerprints['digests']) => {
  const looked = attemptFingerprints({ profileId: freshId('p'), reference: digestNo(999), digests });
  return (await mustSucceed(duplicateIndex.record(looked, day))).others;
};

/** Tests the guarantees of every Eraser, over the stores beside which it works. */
export const eraserContract = (name: string, open: () => Promise<ErasedStores>): void => {
  describe(`Eraser contract: ${name}`, () => {
    it('removes everything beside the profile, and nothing of another profile', async () => {
      const stores = await open();
      const theirs = await storeCompleteProfile(stores, 'a1', 1);
      const other = await storeCompleteProfile(stores, 'a2', 2);
      expect(await isKept(stores, theirs)).to.deep.equal(everything);
      await mustSucceed(stores.eraser.erase(theirs.profile));
      expect(await isKept(stores, theirs)).to.deep.equal(nothing);
      expect(await isKept(stores, other)).to.deep.equal(everything);
    });

    it('keeps the idempotency key of a request whose answer it removes, so that a retry does nothing', async () => {
      const stores = await open();
      const { claim, profile } = await storeCompleteProfile(stores, 'a1', 1);
      for (let time = 0; time < 2; time += 1) {
        await mustSucceed(stores.eraser.erase(profile));
        const again = { ...claim, owner: freshId('try'), now: '2026-05-04T09:59:59.999Z' };
        expect(await mustSucceed(stores.keys.claim(again))).to.deep.equal({ state: 'erased' });
        const other = { ...again, request: 'd4'.repeat(32) };
        expect(await mustSucceed(stores.keys.claim(other))).to.deep.equal({ state: 'mismatch' });
      }
    });

    it('keeps the hashed part of every ledger entry unchanged', async () => {
      const stores = await open();
      const { entries, profile } = await storeCompleteProfile(stores, 'a1', 1);
      await mustSucceed(stores.eraser.erase(profile));
      expect(await mustSucceed(stores.ledgerReader.entries(profile.id, all))).to.deep.equal(entries.map(erased));
    });

    it('removes what only this profile showed from the duplicate index', async () => {
      const stores = await open();
      const { profile, sighted } = await storeCompleteProfile(stores, 'a1', 1);
      await mustSucceed(stores.eraser.erase(profile));
      expect(await otherReferencesFor(stores, sighted.digests)).to.deep.equal({
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
      await mustSucceed(stores.eraser.erase(profile));
      expect((await otherReferencesFor(stores, sighted.digests)).document).to.equal(2);
      await mustSucceed(stores.eraser.erase(second));
      const { document } = await otherReferencesFor(stores, { ...noDigests, document: sighted.digests.document });
      expect(document).to.equal(1);
      await mustSucceed(stores.eraser.erase(stranger));
      expect((await otherReferencesFor(stores, sighted.digests)).document).to.equal(0);
    });

    it('is idempotent, also when run concurrently and where nothing was stored', async () => {
      const stores = await open();
      const whole = await storeCompleteProfile(stores, 'a1', 1);
      const { eraser } = stores;
      await Promise.all([1, 2, 3].map(() => mustSucceed(eraser.erase(whole.profile))));
      await mustSucceed(eraser.erase(whole.profile));
      await mustSucceed(eraser.erase({ ...whole.profile, id: freshId('n') }));
      expect(await isKept(stores, whole)).to.deep.equal(nothing);
    });

    it('removes a file that was stored after an earlier erasure, when it is run again', async () => {
      const stores = await open();
      const { profile } = await storeCompleteProfile(stores, 'a1', 1);
      await mustSucceed(stores.eraser.erase(profile));
      const file = {
        id: freshId('f'),
        profileId: profile.id,
        kind: 'document_front',
        contentType: 'image/jpeg',
      } as const;
      // A store that has destroyed the profile's key may refuse the file.
      await stores.files.put({ ...file, bytes: tinyJpeg(), sha256: 'f'.repeat(64) })();
      await mustSucceed(stores.eraser.erase(profile));
      expect(E.isRight(await stores.files.get(profile.id, file.id)())).to.equal(false);
    });

    it('leaves a row that is readable without its key, and that no reference finds', async () => {
      const stores = await open();
      const { profile } = await storeCompleteProfile(stores, 'a1', 1);
      const { eraser, profiles } = stores;
      const last = aChangeOf(profile, { reference: '', current: false, salt: '', evidence: [], claimed: {} });
      await mustSucceed(profiles.commit(last));
      await mustSucceed(eraser.erase(profile));
      expect(await mustSucceed(profiles.getAny(profile.id))).to.deep.equal(last.profile);
      const { reference, tenant } = profile;
      expect(await mustSucceed(profiles.findCurrent(tenant, reference))).to.equal(null);
      expect((await mustSucceed(profiles.list(tenant, { reference, limit: 10 }))).items).to.deep.equal([]);
      const next = aNew({ reference });
      await mustSucceed(profiles.insert(next, null));
      expect(await mustSucceed(profiles.findCurrent(tenant, reference))).to.deep.equal(next.profile);
      const further = aChangeOf(last.profile, {});
      await mustSucceed(profiles.commit(further));
      expect(await mustSucceed(profiles.getAny(profile.id))).to.deep.equal(further.profile);
    });

    it('purges the database files, whether there was anything to remove or not', async () => {
      const { eraser } = await open();
      await mustSucceed(eraser.purge());
    });
  });
};
