import {
  E,
  type Ids,
  mostCounted,
  type Sighted,
  type SightingKind,
  type SightingRegister,
  type Sightings,
  sightingKinds,
} from '@portcullis/domain';
import type { MemoryRecords, MemorySightings, SightedAttempt } from '../records.ts';

type Place = SightingKind | 'reference';

const keyOf = (...parts: readonly (string | number)[]): string => JSON.stringify(parts);

const digestsOf = ({ digests, reference }: Sighted, place: Place): readonly string[] =>
  place === 'reference' ? [reference] : digests[place];

const remember = ({ seen }: MemorySightings, sighted: Sighted): void => {
  const { partnerId, profileId, attempt, at, reference } = sighted;
  for (const place of [...sightingKinds, 'reference'] as const) {
    for (const digest of digestsOf(sighted, place)) {
      const key = keyOf(partnerId, place, digest);
      const known = seen.get(key) ?? new Map<string, SightedAttempt>();
      seen.set(key, known.set(keyOf(profileId, attempt), { reference, at }));
    }
  }
};

/** Everything that was recorded for the digests of a kind. An attempt occurs here once for each digest. */
const remembered = ({ seen }: MemorySightings, sighted: Sighted, place: Place) =>
  digestsOf(sighted, place).flatMap((digest) => [...(seen.get(keyOf(sighted.partnerId, place, digest)) ?? [])]);

const howMany = (things: readonly string[]): number => Math.min(new Set(things).size, mostCounted);

const countsOf = (records: MemorySightings, sighted: Sighted, windowSeconds: number): Sightings => {
  const since = new Date(Date.parse(sighted.at) - windowSeconds * 1000).toISOString();
  const others = (kind: SightingKind): number | null => {
    const references = remembered(records, sighted, kind).map(([, { reference }]) => reference);
    return references.length === 0 ? null : howMany(references.filter((one) => one !== sighted.reference));
  };
  const within = (place: Place): number =>
    howMany(remembered(records, sighted, place).flatMap(([attempt, { at }]) => (at >= since ? [attempt] : [])));
  const on = (list: string): readonly SightingKind[] =>
    sightingKinds.filter((kind) =>
      sighted.digests[kind].some((digest) => records.lists.get(keyOf(sighted.partnerId, kind, digest)) === list),
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
      document: within('document') || null,
      device: within('device') || null,
      reference: within('reference'),
    },
    blocked: on('blocked'),
    allowed: on('allowed'),
  };
};

/** Stores the fingerprints of earlier attempts and the partners' lists. Services over the same records share them. */
export const memorySightingRegister = ({ sightings }: MemoryRecords, ids: Ids): SightingRegister => ({
  keyOf: (partnerId) => async () => {
    const key = sightings.keys.get(partnerId) ?? ids.salt();
    sightings.keys.set(partnerId, key);
    return E.right(key);
  },
  note: (sighted, windowSeconds) => async () => {
    remember(sightings, sighted);
    return E.right(countsOf(sightings, sighted, windowSeconds));
  },
  list: (partnerId, kind, digest, list) => async () => {
    const key = keyOf(partnerId, kind, digest);
    if (list === null) sightings.lists.delete(key);
    else sightings.lists.set(key, list);
    return E.right(undefined);
  },
  listed: (partnerId, kind, digest) => async () => E.right(sightings.lists.get(keyOf(partnerId, kind, digest)) ?? null),
});
