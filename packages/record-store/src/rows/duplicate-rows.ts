import { type FingerprintKind, fingerprintKinds } from '@portcullis/domain/evidence';
import { deterministicId, t } from '@portcullis/domain/kernel';
import type { AttemptFingerprints } from '@portcullis/domain/ports';
import type { Row, Write } from '../driver/record-driver.ts';
import type { TableName } from '../driver/tables.ts';
import { encodeColumnText } from './column-text.ts';

export const DigestKeyRow = t.type({ key: t.string });
export const SightingRow = t.type({ kind: t.string, digest: t.string, reference: t.string });
export const TimeRow = t.type({ kind: t.string, digest: t.string, profile: t.string, attempt: t.number, at: t.string });
/** A digest, and the kind of thing that it was computed from. */
export type KindedDigest = { readonly kind: string; readonly digest: string };

/** The kinds of digests. */
export type DigestKind = FingerprintKind | 'reference';

/** The digests of an attempt, of one kind. */
export const digestsOf = ({ digests, reference }: AttemptFingerprints, kind: DigestKind): readonly string[] =>
  kind === 'reference' ? [reference] : digests[kind];

/** Every digest of these kinds that an attempt showed. */
export const digestsShown = (
  fingerprints: AttemptFingerprints,
  kinds: readonly DigestKind[],
): readonly KindedDigest[] =>
  kinds.flatMap((kind) => digestsOf(fingerprints, kind).map((digest) => ({ kind, digest })));

/** The id of a row follows from its content, so that the same record written again is the same row. */
const rowId = (table: TableName, ...about: readonly (string | number)[]): string =>
  deterministicId(JSON.stringify([table, ...about]));

const upsert = (table: TableName, id: string, columns: Row): Write => ({
  kind: 'upsert',
  table,
  row: { id, ...columns },
});

const referenceRow = (partner: string, { digest, kind }: KindedDigest, reference: string): Write =>
  upsert('sightings', rowId('sightings', partner, kind, digest, reference), {
    partner_key: partner,
    kind,
    digest,
    reference,
  });

const timeRow = (
  partner: string,
  { digest, kind }: KindedDigest,
  { profileId, attempt, at }: AttemptFingerprints,
): Write =>
  upsert('sighting_times', rowId('sighting_times', partner, kind, digest, profileId, attempt), {
    partner_key: partner,
    kind,
    digest,
    profile: profileId,
    attempt,
    at,
  });

export const timedDigestKinds: readonly DigestKind[] = ['document', 'device', 'reference'];

/**
 * The rows of an attempt, at most 31: five digests of four kinds, and the times of two of the kinds and of the
 * reference.
 */
export const rowsOfAttempt = (fingerprints: AttemptFingerprints): readonly Write[] => {
  const partner = encodeColumnText(fingerprints.partnerId);
  return [
    ...digestsShown(fingerprints, fingerprintKinds).map((shown) =>
      referenceRow(partner, shown, fingerprints.reference),
    ),
    ...digestsShown(fingerprints, timedDigestKinds).map((shown) => timeRow(partner, shown, fingerprints)),
  ];
};
