import { type DuplicateIndex, E, type IdGenerator } from '@portcullis/domain';
import { type FingerprintKind, fingerprintKinds } from '@portcullis/domain/documents';
import { type AttemptFingerprints, type DuplicateCounts, maxCount, maxSharing } from '@portcullis/domain/ports';
import type { MemoryDuplicates, MemoryRecords, SeenAttempt } from './records.ts';

type DigestKind = FingerprintKind | 'reference';

const canonicalKey = (...parts: readonly (string | number)[]): string => JSON.stringify(parts);

const digestsOf = ({ digests, reference }: AttemptFingerprints, kind: DigestKind): readonly string[] =>
  kind === 'reference' ? [reference] : digests[kind];

const recordAttempt = ({ seen }: MemoryDuplicates, fingerprints: AttemptFingerprints): void => {
  const { partnerId, profileId, attempt, at, reference } = fingerprints;
  for (const kind of [...fingerprintKinds, 'reference'] as const) {
    for (const digest of digestsOf(fingerprints, kind)) {
      const key = canonicalKey(partnerId, kind, digest);
      const known = seen.get(key) ?? new Map<string, SeenAttempt>();
      seen.set(key, known.set(canonicalKey(profileId, attempt), { reference, at }));
    }
  }
};

/** Everything that was recorded for the digests of a kind. An attempt occurs here once for each digest. */
const attemptsWith = ({ seen }: MemoryDuplicates, fingerprints: AttemptFingerprints, kind: DigestKind) =>
  digestsOf(fingerprints, kind).flatMap((digest) => [
    ...(seen.get(canonicalKey(fingerprints.partnerId, kind, digest)) ?? []),
  ]);

const distinctCount = (values: readonly string[]): number => Math.min(new Set(values).size, maxCount);

/** The profile of an attempt, whose key begins with it. */
const profileOf = (attemptKey: string): string => {
  const [profileId]: readonly string[] = JSON.parse(attemptKey);
  return profileId ?? '';
};

/** How many other profiles that showed the document are declined now; `null` when the attempt showed none. */
const declinedDocuments = (
  { duplicates, profiles }: MemoryRecords,
  fingerprints: AttemptFingerprints,
): number | null => {
  const ids = attemptsWith(duplicates, fingerprints, 'document').map(([attempt]) => profileOf(attempt));
  const declined = ids.filter((id) => id !== fingerprints.profileId && profiles.get(id)?.status === 'declined');
  return fingerprints.digests.document.length === 0 ? null : distinctCount(declined);
};

const countsOf = (all: MemoryRecords, fingerprints: AttemptFingerprints, windowSeconds: number): DuplicateCounts => {
  const { duplicates: records } = all;
  const since = new Date(Date.parse(fingerprints.at) - windowSeconds * 1000).toISOString();
  const others = (kind: FingerprintKind): number | null => {
    const references = attemptsWith(records, fingerprints, kind).map(([, { reference }]) => reference);
    return references.length === 0 ? null : distinctCount(references.filter((one) => one !== fingerprints.reference));
  };
  const attemptsWithin = (kind: DigestKind): number =>
    distinctCount(
      attemptsWith(records, fingerprints, kind).flatMap(([attempt, { at }]) => (at >= since ? [attempt] : [])),
    );
  const kindsOn = (list: string): readonly FingerprintKind[] =>
    fingerprintKinds.filter((kind) =>
      fingerprints.digests[kind].some(
        (digest) => records.lists.get(canonicalKey(fingerprints.partnerId, kind, digest)) === list,
      ),
    );
  return {
    others: {
      document: others('document'),
      person: others('person'),
      image: others('image'),
      device: others('device'),
    },
    // The attempt itself is counted, so 0 means that there was no digest to look for.
    attempts: {
      document: attemptsWithin('document') || null,
      device: attemptsWithin('device') || null,
      reference: attemptsWithin('reference'),
    },
    declined: { document: declinedDocuments(all, fingerprints) },
    blocked: kindsOn('blocked'),
    allowed: kindsOn('allowed'),
  };
};

/** Stores the fingerprints of earlier attempts and the partners' lists. Services over the same records share them. */
export const memoryDuplicateIndex = (records: MemoryRecords, ids: IdGenerator): DuplicateIndex => {
  const { duplicates } = records;
  return {
    partnerKey: (partnerId) => async () => {
      const key = duplicates.keys.get(partnerId) ?? ids.salt();
      duplicates.keys.set(partnerId, key);
      return E.right(key);
    },
    record: (fingerprints, windowSeconds) => async () => {
      recordAttempt(duplicates, fingerprints);
      return E.right(countsOf(records, fingerprints, windowSeconds));
    },
    profilesShowing: (partnerId, kind, digests) => async () => {
      const attempts = digests.flatMap((digest) => [
        ...(duplicates.seen.get(canonicalKey(partnerId, kind, digest))?.keys() ?? []),
      ]);
      return E.right([...new Set(attempts.map(profileOf))].slice(0, maxCount));
    },
    profilesSharing: (partnerId, digests) => async () => {
      const attempts = fingerprintKinds.flatMap((kind) =>
        digests[kind].flatMap((digest) => [...(duplicates.seen.get(canonicalKey(partnerId, kind, digest)) ?? [])]),
      );
      const lastFirst = attempts.toSorted(([, one], [, other]) => (one.at > other.at ? -1 : 1));
      return E.right([...new Set(lastFirst.map(([attempt]) => profileOf(attempt)))].slice(0, maxSharing));
    },
    setListEntry: (partnerId, kind, digest, list) => async () => {
      const key = canonicalKey(partnerId, kind, digest);
      if (list === null) duplicates.lists.delete(key);
      else duplicates.lists.set(key, list);
      return E.right(undefined);
    },
    getListEntry: (partnerId, kind, digest) => async () =>
      E.right(duplicates.lists.get(canonicalKey(partnerId, kind, digest)) ?? null),
  };
};
