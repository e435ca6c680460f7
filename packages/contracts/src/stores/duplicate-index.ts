import assert from 'node:assert/strict';
import type { ListStore } from '@portcullis/backoffice/ports';
import type { DuplicateIndex, ProfileId, ProfileStore, Status } from '@portcullis/domain';
import { type FingerprintKind, fingerprintKinds } from '@portcullis/domain/evidence';
import { type AttemptFingerprints, type DuplicateCounts, type ListName, maxDigests } from '@portcullis/domain/ports';
import { attemptFingerprints, digestNo, noDigests } from '../builders/attempt-fingerprints.ts';
import { listOf, setListed } from '../builders/listed.ts';
import { aNew, freshId } from '../builders/profiles.ts';
import { assertFields, type Runner, resultOf } from '../shared/runner.ts';

const day = 86_400;

/** The answer of the index to an attempt of which it knows nothing else. */
const noDuplicates: DuplicateCounts = {
  others: { document: 0, person: 0, image: 0, device: 0 },
  attempts: { document: 1, device: 1, reference: 1 },
  declined: { document: 0, person: 0, image: 0 },
  blocked: [],
  allowed: [],
};

/** An attempt of another reference that showed the same. */
const otherAttempt = (over: Partial<AttemptFingerprints> = {}): AttemptFingerprints =>
  attemptFingerprints({ profileId: 'profile00000002', reference: digestNo(902), ...over });

/** An empty index, and the store of the profiles that it finds. */
type IndexedStores = {
  readonly duplicateIndex: DuplicateIndex;
  readonly listStore: ListStore;
  readonly profiles: ProfileStore;
};

/** Tests the guarantees of every DuplicateIndex. */
export const duplicateIndexContract = (
  { describe, it }: Runner,
  name: string,
  open: () => Promise<IndexedStores>,
): void => {
  describe(`DuplicateIndex contract: ${name}`, () => {
    const opened = async () => {
      const stores = await open();
      const { duplicateIndex: register, profiles } = stores;
      return {
        ...register,
        profiles,
        list: (partnerId: string, kind: FingerprintKind, digest: string, list: ListName | null) =>
          setListed(stores, partnerId, kind, digest, list),
        listed: (partnerId: string, kind: FingerprintKind, digest: string) => listOf(stores, partnerId, kind, digest),
        see: (sighted: AttemptFingerprints, seconds = day) => resultOf(register.record(sighted, seconds)),
      };
    };

    it('makes a key of 32 bytes for each partner, and always answers the same one', async () => {
      const { partnerKey } = await opened();
      const one = await resultOf(partnerKey('acme'));
      const other = await resultOf(partnerKey('ac"me\\'));
      assert.deepEqual(
        [one, other].map((key) => /^[0-9a-f]{64}$/.test(key)),
        [true, true],
      );
      assert.notEqual(one, other);
      assert.deepEqual([await resultOf(partnerKey('acme')), await resultOf(partnerKey('ac"me\\'))], [one, other]);
    });

    it('gives one key to twenty concurrent first requests', async () => {
      const { partnerKey } = await opened();
      const keys = await Promise.all(Array.from({ length: 20 }, () => resultOf(partnerKey('acme'))));
      assert.deepEqual([...new Set(keys)], [await resultOf(partnerKey('acme'))]);
    });

    it('finds nothing but a first attempt itself, however often it is recorded', async () => {
      const { see } = await opened();
      for (let time = 0; time < 3; time += 1) assert.deepEqual(await see(attemptFingerprints()), noDuplicates);
    });

    it('answers null for kinds that the attempt does not have', async () => {
      const { see } = await opened();
      await see(otherAttempt());
      assert.deepEqual(await see(attemptFingerprints({ digests: noDigests })), {
        ...noDuplicates,
        others: { document: null, person: null, image: null, device: null },
        attempts: { document: null, device: null, reference: 1 },
        declined: { document: null, person: null, image: null },
      });
    });

    it('counts the other references that showed any of the digests, each once and over all times', async () => {
      const { see } = await opened();
      const own = attemptFingerprints().digests;
      const document = { ...noDigests, document: own.document };
      const device = { ...noDigests, device: own.device };
      await see(otherAttempt({ at: '2016-05-01T10:00:00.000Z' }));
      await see(otherAttempt({ profileId: 'profile00000003', attempt: 2 }));
      await see(otherAttempt({ reference: digestNo(904), digests: device }));
      await see(otherAttempt({ reference: digestNo(905), digests: { ...noDigests, image: [digestNo(77)] } }));
      await see(attemptFingerprints({ profileId: 'profile00000006', digests: document }));
      const shown = attemptFingerprints({ digests: { ...own, image: [...own.image, digestNo(77)] } });
      assert.deepEqual((await see(shown)).others, { document: 1, person: 1, image: 2, device: 2 });
    });

    /** Inserts a profile with this status, and lets another reference show the same in it. */
    const insertWith =
      ({ profiles, see }: Pick<Awaited<ReturnType<typeof opened>>, 'profiles' | 'see'>) =>
      async (over: Partial<AttemptFingerprints> = {}, status: Status = 'declined'): Promise<ProfileId> => {
        const added = aNew({ status, reference: freshId('r'), tenant: { partnerId: 'acme', teamId: null } });
        await resultOf(profiles.insert(added, null));
        await see(otherAttempt({ ...over, profileId: added.profile.id }));
        return added.profile.id;
      };
    const declinedOf = ({ declined }: DuplicateCounts) => [declined.document, declined.person, declined.image];

    it('counts the other profiles that showed the document and are declined, of this reference and of others', async () => {
      const stores = await opened();
      const insertDeclined = insertWith(stores);
      const { document } = attemptFingerprints().digests;
      const ofDocument = async (over: Partial<AttemptFingerprints> = {}): Promise<number | null> =>
        (await stores.see(attemptFingerprints({ digests: { ...noDigests, document }, ...over }))).declined.document;
      await insertDeclined({});
      await insertDeclined({ reference: attemptFingerprints().reference, at: '2016-05-01T10:00:00.000Z' });
      await insertDeclined({ attempt: 2 }, 'approved');
      await insertDeclined({ digests: { ...noDigests, image: document } });
      await insertDeclined({ partnerId: 'other' });
      const own = await insertDeclined({ reference: digestNo(950) });
      assert.equal(await ofDocument({ profileId: own }), 2);
      assert.equal(await ofDocument(), 3);
    });

    it('counts the declined profiles of other references that showed the person or a picture', async () => {
      const stores = await opened();
      const insertDeclined = insertWith(stores);
      const { image, person } = attemptFingerprints().digests;
      const see = async () =>
        declinedOf(await stores.see(attemptFingerprints({ digests: { ...noDigests, image, person } })));
      const ofPerson = { digests: { ...noDigests, person } };
      await insertDeclined(ofPerson, 'approved');
      await insertDeclined({ ...ofPerson, partnerId: 'other' });
      await insertDeclined({ ...ofPerson, reference: attemptFingerprints().reference });
      await insertDeclined({ digests: { ...noDigests, person: [digestNo(77)] }, reference: digestNo(960) });
      assert.deepEqual(await see(), [null, 0, 0]);
      await insertDeclined({ ...ofPerson, reference: digestNo(961) });
      await insertDeclined({ ...ofPerson, reference: digestNo(962) });
      await insertDeclined({ digests: { ...noDigests, image }, reference: digestNo(963) });
      assert.deepEqual(await see(), [null, 2, 1]);
    });

    it('counts more declined profiles than one query asks for', async () => {
      const stores = await opened();
      const insertDeclined = insertWith(stores);
      for (let each = 0; each < 95; each += 1) await insertDeclined({ reference: digestNo(1000 + each) });
      assert.deepEqual(declinedOf(await stores.see(attemptFingerprints())), [95, 95, 95]);
    });

    it('counts an older declined profile of a reference that has shown the person in 101 newer attempts', async () => {
      const stores = await opened();
      const insertDeclined = insertWith(stores);
      const { person } = attemptFingerprints().digests;
      const ofPerson = { digests: { ...noDigests, person } };
      await insertDeclined({ ...ofPerson, at: '2016-05-01T10:00:00.000Z' });
      const newer = Array.from({ length: 101 }, (_, n) => otherAttempt({ ...ofPerson, attempt: n + 1 }));
      await Promise.all(newer.map((attempt) => stores.see(attempt)));
      assert.deepEqual(declinedOf(await stores.see(attemptFingerprints(ofPerson))), [null, 1, null]);
    });

    it('does not match a digest of one kind with the same digest of another', async () => {
      const { see } = await opened();
      const same = [digestNo(1)];
      await see(otherAttempt({ digests: { ...noDigests, document: same } }));
      assert.deepEqual(
        await see(attemptFingerprints({ digests: { document: [], person: same, image: same, device: same } })),
        {
          ...noDuplicates,
          others: { document: null, person: 0, image: 0, device: 0 },
          attempts: { document: null, device: 1, reference: 1 },
          declined: { document: null, person: 0, image: 0 },
        },
      );
    });

    it('counts the attempts of a window to its last millisecond, of the same reference and of others', async () => {
      const { see } = await opened();
      const before = '2026-04-30T09:59:59.999Z';
      const first = '2026-04-30T10:00:00.000Z';
      await see(otherAttempt({ attempt: 1, at: before }));
      await see(otherAttempt({ attempt: 2, at: first }));
      await see(attemptFingerprints({ profileId: 'profile00000003', at: before }));
      await see(attemptFingerprints({ profileId: 'profile00000003', at: first, attempt: 2 }));
      const now = attemptFingerprints({ profileId: 'profile00000003', attempt: 3 });
      assert.deepEqual((await see(now)).attempts, { document: 3, device: 3, reference: 2 });
      assert.deepEqual((await see(now, day + 1)).attempts, { document: 5, device: 5, reference: 3 });
      assert.deepEqual((await see(now, 0)).attempts, { document: 1, device: 1, reference: 1 });
    });

    it('counts an attempt that is recorded again once, at its latest time', async () => {
      const { see } = await opened();
      await see(otherAttempt({ at: '2026-04-01T10:00:00.000Z' }));
      assert.equal((await see(attemptFingerprints())).attempts.document, 1);
      await see(otherAttempt());
      assert.equal((await see(attemptFingerprints())).attempts.document, 2);
    });

    it('keeps partners apart', async () => {
      const { list, listed, see } = await opened();
      for (const partnerId of ['other', 'ACME', 'acme/', 'acme"\\', 'acme%']) {
        await see(otherAttempt({ partnerId }));
        await list(partnerId, 'document', digestNo(1), 'blocked');
      }
      assert.deepEqual(await see(attemptFingerprints()), noDuplicates);
      assert.equal(await listed('acme', 'document', digestNo(1)), null);
    });

    it('lets at least one of concurrently recorded attempts see all of the others', async () => {
      const { see } = await opened();
      const attempts = Array.from({ length: 12 }, (_, n) =>
        attemptFingerprints({ profileId: freshId('together'), reference: digestNo(1000 + n) }),
      );
      const found = await Promise.all(attempts.map((sighted) => see(sighted)));
      assert.equal(Math.max(...found.map(({ others }) => others.document ?? 0)), 11);
      assert.equal(Math.max(...found.map((sightings) => sightings.attempts.device ?? 0)), 12);
    });

    it('counts one attempt that is recorded twenty times concurrently once', async () => {
      const { see } = await opened();
      const found = await Promise.all(Array.from({ length: 20 }, () => see(attemptFingerprints())));
      assert.deepEqual(
        found,
        Array.from({ length: 20 }, () => noDuplicates),
      );
      assert.equal((await see(otherAttempt())).attempts.document, 2);
    });

    it('takes as many digests of each kind as its limit says', async () => {
      const { see } = await opened();
      const many = (of: number) => Array.from({ length: maxDigests }, (_, n) => digestNo(100 * of + n));
      const digests = { document: many(1), person: many(2), image: many(3), device: many(4) };
      assert.deepEqual(await see(attemptFingerprints({ digests })), noDuplicates);
      const one = { ...noDigests, image: digests.image.slice(-1), device: digests.device.slice(0, 1) };
      assertFields((await see(otherAttempt({ digests: one }))).others, { image: 1, device: 1 });
    });

    it('answers the profiles of the partner that showed one of some digests, each once', async () => {
      const { profilesShowing, see } = await opened();
      const [document] = attemptFingerprints().digests.document;
      await see(attemptFingerprints());
      await see(attemptFingerprints({ attempt: 2 }));
      await see(otherAttempt());
      await see(otherAttempt({ partnerId: 'globex', profileId: 'profile00000003' }));
      const digests = [...Array.from({ length: 60 }, (_, n) => digestNo(500 + n)), document ?? ''];
      const found = await resultOf(profilesShowing('acme', 'document', digests));
      assert.deepEqual(found.toSorted(), [attemptFingerprints().profileId, 'profile00000002'].toSorted());
      assert.deepEqual(await resultOf(profilesShowing('acme', 'device', [document ?? ''])), []);
      assert.deepEqual(await resultOf(profilesShowing('acme', 'document', [])), []);
    });

    it('answers who may have shown one of some digests, whoever was checked last first, and nobody of another partner', async () => {
      const { profilesSharing, see } = await opened();
      const { digests } = attemptFingerprints();
      const showed = (
        n: number,
        kinds: Partial<AttemptFingerprints['digests']>,
        over: Partial<AttemptFingerprints> = {},
      ) =>
        see(
          attemptFingerprints({
            profileId: `profile0000001${n}`,
            reference: digestNo(910 + n),
            at: `2026-05-01T10:00:0${n}.000Z`,
            digests: { ...noDigests, ...kinds },
            ...over,
          }),
        );
      await showed(1, { image: digests.image });
      await showed(2, { document: digests.document });
      await showed(3, { device: digests.device });
      await showed(4, { person: digests.person, device: digests.device });
      await showed(5, { document: [digestNo(5)] });
      await showed(6, { document: digests.document }, { partnerId: 'globex' });
      await showed(7, { document: digests.person });
      await showed(2, { document: digests.document }, { attempt: 2, at: '2026-05-01T10:00:09.000Z' });
      const names = (found: readonly string[]) => found.map((id) => id.slice(-1)).join('');
      const sharing = async (asked: Partial<AttemptFingerprints['digests']>) =>
        names(await resultOf(profilesSharing('acme', { ...noDigests, ...asked })));
      assert.equal(await sharing(digests), '2431');
      assert.equal(await sharing({ device: digests.device }), '43');
      assert.equal(await sharing({ person: digests.person, image: digests.image }), '41');
      assert.equal(await sharing({}), '');
      assert.equal(names(await resultOf(profilesSharing('globex', digests))), '6');
    });

    it('reports of each kind on which list it is: on one at most, and on none once it is removed', async () => {
      const { list, listed, see } = await opened();
      const { digests } = attemptFingerprints();
      for (const kind of fingerprintKinds) await list('acme', kind, digests[kind][0] ?? '', 'blocked');
      assertFields(await see(attemptFingerprints()), { blocked: fingerprintKinds, allowed: [] });
      await list('acme', 'person', digestNo(2), 'allowed');
      await list('acme', 'image', digestNo(3), null);
      await list('acme', 'image', digestNo(3), null);
      const standing = { blocked: ['document', 'device'], allowed: ['person'] };
      assertFields(await see(attemptFingerprints()), standing);
      const person = listed('acme', 'person', digestNo(2));
      const image = listed('acme', 'image', digestNo(3));
      assert.deepEqual([await person, await image], ['allowed', null]);
      assertFields(await see(otherAttempt({ digests: { ...digests, device: [digestNo(5)] } })), {
        blocked: ['document'],
        allowed: ['person'],
      });
    });
  });
};
