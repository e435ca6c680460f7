import { E, pipe, type TaskEither, TE, type Unavailable } from '@portcullis/domain';
import { type DeclinedKind, type FingerprintKind, fingerprintKinds } from '@portcullis/domain/evidence';
import { orWhereDamaged, sequential, type t } from '@portcullis/domain/kernel';
import {
  type AttemptFingerprints,
  type DuplicateCounts,
  type ListName,
  maxCount,
  maxSharing,
} from '@portcullis/domain/ports';
import { allOf, anyOf, type Condition, compare, oneOfTexts, partsOf } from '../../driver/condition.ts';
import { IdRow, pageOfRows } from '../../driver/read-rows.ts';
import type { RecordDriver } from '../../driver/record-driver.ts';
import type { RecordEncryption } from '../../keys/record-encryption.ts';
import { encodeColumnText } from '../../rows/column-text.ts';
import {
  type DigestKind,
  digestsOf,
  digestsShown,
  type KindedDigest,
  SightingRow,
  TimeRow,
  timedDigestKinds,
} from '../../rows/duplicate-rows.ts';
import { ListRow, openedList } from '../../rows/list-row.ts';
import { concurrently, findByDigests } from './find-by-digests.ts';

const ofPartner = ({ partnerId }: AttemptFingerprints) => compare('partner_key', '=', encodeColumnText(partnerId));

const distinctCount = (names: readonly string[]): number => Math.min(new Set(names).size, maxCount);

/** Counts the names in the rows, for one kind of digest; `null` when there was no digest to look for. */
const countByKind =
  <Row extends KindedDigest>(fingerprints: AttemptFingerprints, rows: readonly Row[], nameOf: (row: Row) => string) =>
  (kind: DigestKind): number | null =>
    digestsOf(fingerprints, kind).length === 0
      ? null
      : distinctCount(rows.filter((row) => row.kind === kind).map(nameOf));

type OtherRow = t.TypeOf<typeof SightingRow>;

const findOthers = (
  driver: RecordDriver,
  fingerprints: AttemptFingerprints,
): TaskEither<Unavailable, readonly OtherRow[]> => {
  const ofOthers = allOf([ofPartner(fingerprints), compare('reference', '!=', fingerprints.reference)]);
  return findByDigests(driver, 'sightings', SightingRow, digestsShown(fingerprints, fingerprintKinds), ofOthers);
};

const otherCounts = (fingerprints: AttemptFingerprints, rows: readonly OtherRow[]): DuplicateCounts['others'] => {
  const others = countByKind(fingerprints, rows, ({ reference }) => reference);
  return {
    document: others('document'),
    person: others('person'),
    image: others('image'),
    device: others('device'),
  };
};

type AttemptRow = t.TypeOf<typeof TimeRow>;

/**
 * The attempts within the window, and those of any time that showed the document. Where there are more than one query
 * answers, the ones within the window are asked for by themselves, so that older ones do not hide them.
 */
const findAttempts =
  (
    driver: RecordDriver,
    fingerprints: AttemptFingerprints,
    since: string,
  ): TaskEither<Unavailable, readonly AttemptRow[]> =>
  async () => {
    const find = (condition: Condition) =>
      findByDigests(driver, 'sighting_times', TimeRow, digestsShown(fingerprints, timedDigestKinds), condition);
    const isRecent = compare('at', '>=', since);
    const isWanted = anyOf([isRecent, compare('kind', '=', 'document')]);
    const found = await find(allOf([ofPartner(fingerprints), isWanted]))();
    if (E.isLeft(found) || found.right.length < maxCount) return found;
    const recent = await find(allOf([ofPartner(fingerprints), isRecent]))();
    return E.isLeft(recent) ? recent : E.right([...found.right, ...recent.right]);
  };

const attemptCounts = (
  fingerprints: AttemptFingerprints,
  rows: readonly AttemptRow[],
  since: string,
): DuplicateCounts['attempts'] => {
  const recent = rows.filter(({ at }) => at >= since);
  const attempts = countByKind(fingerprints, recent, ({ profile, attempt }) => `${profile}/${attempt}`);
  return { document: attempts('document'), device: attempts('device'), reference: attempts('reference') ?? 0 };
};

type KindOnList = { readonly kind: string; readonly list: ListName | null };

/** The list of a row; `null` where the row does not open, so that one that was changed holds up no decision. */
const listOfRow =
  (encryption: RecordEncryption) =>
  (row: ListRow): TaskEither<Unavailable, KindOnList> =>
    pipe(
      openedList(encryption)(row),
      TE.map(({ kind, list }): KindOnList => ({ kind, list })),
      orWhereDamaged(() => TE.right({ kind: row.kind, list: null })),
    );

const findLists = (
  driver: RecordDriver,
  encryption: RecordEncryption,
  fingerprints: AttemptFingerprints,
): TaskEither<Unavailable, Pick<DuplicateCounts, ListName | 'unreadable'>> => {
  const digests = digestsShown(fingerprints, fingerprintKinds);
  return pipe(
    findByDigests(driver, 'sighting_lists', ListRow, digests, ofPartner(fingerprints)),
    TE.flatMap((rows) => sequential(rows, listOfRow(encryption))),
    TE.map(
      (rows) =>
        (name: ListName | null): readonly FingerprintKind[] =>
          fingerprintKinds.filter((kind) => rows.some((row) => row.list === name && row.kind === kind)),
    ),
    TE.map((on) => ({ blocked: on('blocked'), allowed: on('allowed'), unreadable: on(null) })),
    TE.map(({ unreadable, ...lists }) => (unreadable.length > 0 ? { ...lists, unreadable } : lists)),
  );
};

/** How many profiles one query asks for: a condition has at most 100 comparisons. */
const profilesPerQuery = 90;

/** Those of these profiles that are declined now. */
const findDeclined = (
  driver: RecordDriver,
  profiles: readonly string[],
): TaskEither<Unavailable, readonly string[]> => {
  const declinedOf = (part: readonly string[]) =>
    pageOfRows(driver, 'profiles', IdRow, {
      filter: allOf([compare('status', '=', 'declined'), oneOfTexts('id', part)]),
      columns: ['id'],
      limit: profilesPerQuery,
    });
  return pipe(
    concurrently(partsOf(profiles, profilesPerQuery).map(declinedOf)),
    TE.map((rows) => rows.map(({ id }) => id)),
  );
};

type ProfilesByKind = { readonly [Kind in DeclinedKind]: readonly string[] };

/**
 * The profiles that showed the document, whatever their reference, and those of the other references that showed the
 * person or a picture: the index knows these by their references alone.
 */
const profilesByKind = (
  driver: RecordDriver,
  fingerprints: AttemptFingerprints,
  others: readonly OtherRow[],
  attempts: readonly AttemptRow[],
): TaskEither<Unavailable, ProfilesByKind> => {
  const referencesOf = (...kinds: readonly FingerprintKind[]): readonly string[] => {
    const found = others.filter(({ kind }) => kinds.some((one) => one === kind));
    return [...new Set(found.map(({ reference }) => reference))];
  };
  const shown = referencesOf('person', 'image')
    .slice(0, maxSharing)
    .map((digest) => ({ kind: 'reference', digest }));
  return pipe(
    findByDigests(driver, 'sighting_times', TimeRow, shown, ofPartner(fingerprints)),
    TE.map((rows): ProfilesByKind => {
      const ofReferences = (kind: FingerprintKind): readonly string[] => {
        const references = referencesOf(kind);
        return rows.filter(({ digest }) => references.includes(digest)).map(({ profile }) => profile);
      };
      const document = attempts.filter(({ kind }) => kind === 'document').map(({ profile }) => profile);
      return { document, person: ofReferences('person'), image: ofReferences('image') };
    }),
  );
};

const declinedCounts = (
  driver: RecordDriver,
  fingerprints: AttemptFingerprints,
  others: readonly OtherRow[],
  attempts: readonly AttemptRow[],
): TaskEither<Unavailable, DuplicateCounts['declined']> => {
  const { digests, profileId } = fingerprints;
  return pipe(
    TE.Do,
    TE.bindW('shown', () => profilesByKind(driver, fingerprints, others, attempts)),
    TE.bindW('declined', ({ shown }) =>
      findDeclined(
        driver,
        [...new Set(Object.values(shown).flat())].filter((profile) => profile !== profileId),
      ),
    ),
    TE.map(({ declined, shown }) => {
      const count = (kind: DeclinedKind): number | null =>
        digests[kind].length === 0 ? null : declined.filter((profile) => shown[kind].includes(profile)).length;
      return { document: count('document'), person: count('person'), image: count('image') };
    }),
  );
};

/**
 * The counts for an attempt that was recorded. Mostly that takes three concurrent queries, then one for the references
 * that showed the person or a picture, and one for all known profiles.
 */
export const duplicateCounts = (
  driver: RecordDriver,
  encryption: RecordEncryption,
  fingerprints: AttemptFingerprints,
  windowSeconds: number,
): TaskEither<Unavailable, DuplicateCounts> => {
  const since = new Date(Date.parse(fingerprints.at) - windowSeconds * 1000).toISOString();
  return pipe(
    TE.Do,
    TE.apSW('others', findOthers(driver, fingerprints)),
    TE.apSW('attempts', findAttempts(driver, fingerprints, since)),
    TE.apSW('lists', findLists(driver, encryption, fingerprints)),
    TE.bindW('declined', ({ attempts, others }) => declinedCounts(driver, fingerprints, others, attempts)),
    TE.map(({ attempts, declined, lists, others }) => ({
      others: otherCounts(fingerprints, others),
      attempts: attemptCounts(fingerprints, attempts, since),
      declined,
      ...lists,
    })),
  );
};
