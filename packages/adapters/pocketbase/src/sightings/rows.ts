import { idFrom, type ListName, type Sighted, type SightingKind, sightingKinds, t } from '@portcullis/domain';
import { rowsAt, type Write } from '../client/batch.ts';
import { columnText } from '../columns.ts';
import type { Shown } from './find.ts';

export const KeyRow = t.type({ key: t.string }, 'sighting key row');
export const SightingRow = t.type({ kind: t.string, digest: t.string, reference: t.string }, 'sighting row');
export const TimeRow = t.type(
  { kind: t.string, digest: t.string, profile: t.string, attempt: t.number },
  'sighting time row',
);
export const ListRow = t.type(
  { kind: t.string, digest: t.string, list: t.union([t.literal('blocked'), t.literal('allowed')]) },
  'sighting list row',
);

/** The kinds of digests. */
export type Place = SightingKind | 'reference';

/** The digests of an attempt, of one kind. */
export const digestsOf = ({ digests, reference }: Sighted, place: Place): readonly string[] =>
  place === 'reference' ? [reference] : digests[place];

/** Every digest of these kinds that an attempt showed. */
export const shownBy = (sighted: Sighted, places: readonly Place[]): readonly Shown[] =>
  places.flatMap((kind) => digestsOf(sighted, kind).map((digest) => ({ kind, digest })));

/** The id of a row follows from its content, so that the same record written again is the same row. */
const rowId = (collection: string, ...about: readonly (string | number)[]): string =>
  idFrom(JSON.stringify([collection, ...about]));

const write = (collection: string, id: string, columns: Write['body']): Write => ({
  method: 'PUT',
  url: rowsAt(collection),
  body: { id, ...columns },
});

const seenRow = (partner: string, { digest, kind }: Shown, reference: string): Write =>
  write('sightings', rowId('sightings', partner, kind, digest, reference), {
    partner_key: partner,
    kind,
    digest,
    reference,
  });

const timeRow = (partner: string, { digest, kind }: Shown, { profileId, attempt, at }: Sighted): Write =>
  write('sighting_times', rowId('sighting_times', partner, kind, digest, profileId, attempt), {
    partner_key: partner,
    kind,
    digest,
    profile: profileId,
    attempt,
    at,
  });

export const timedPlaces: readonly Place[] = ['document', 'device', 'reference'];

/**
 * The rows of an attempt, at most 31: five digests of four kinds, and the times of two of the kinds and of the
 * reference.
 */
export const rowsOf = (sighted: Sighted): readonly Write[] => {
  const partner = columnText(sighted.partnerId);
  return [
    ...shownBy(sighted, sightingKinds).map((shown) => seenRow(partner, shown, sighted.reference)),
    ...shownBy(sighted, timedPlaces).map((shown) => timeRow(partner, shown, sighted)),
  ];
};

/** The id of the only row of a digest in a partner's lists. */
export const listRowId = (partnerId: string, kind: SightingKind, digest: string): string =>
  rowId('sighting_lists', columnText(partnerId), kind, digest);

export const listRow = (partnerId: string, kind: SightingKind, digest: string, list: ListName): Write =>
  write('sighting_lists', listRowId(partnerId, kind, digest), {
    partner_key: columnText(partnerId),
    kind,
    digest,
    list,
  });
