import { type DuplicateIndex, E, type IdGenerator } from '@portcullis/domain';
import { type FingerprintKind, fingerprintKinds } from '@portcullis/domain/documents';
import { type AttemptFingerprints, type DuplicateCounts, maxCount } from '@portcullis/domain/ports';
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

const countsOf = (
  records: MemoryDuplicates,
  fingerprints: AttemptFingerprints,
  windowSeconds: number,
): DuplicateCounts => {
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
    blocked: kindsOn('blocked'),
    allowed: kindsOn('allowed'),
  };
};

/** Stores the fingerprints of earlier attempts and the partners' lists. Services over the same records share them. */
export const memoryDuplicateIndex = ({ duplicates }: MemoryRecords, ids: IdGenerator): DuplicateIndex => ({
  partnerKey: (partnerId) => async () => {
    const key = duplicates.keys.get(partnerId) ?? ids.salt();
    duplicates.keys.set(partnerId, key);
    return E.right(key);
  },
  record: (fingerprints, windowSeconds) => async () => {
    recordAttempt(duplicates, fingerprints);
    return E.right(countsOf(duplicates, fingerprints, windowSeconds));
  },
  setListEntry: (partnerId, kind, digest, list) => async () => {
    const key = canonicalKey(partnerId, kind, digest);
    if (list === null) duplicates.lists.delete(key);
    else duplicates.lists.set(key, list);
    return E.right(undefined);
  },
  getListEntry: (partnerId, kind, digest) => async () =>
    E.right(duplicates.lists.get(canonicalKey(partnerId, kind, digest)) ?? null),
});
