import { pipe, type TaskEither, TE, type Unavailable } from '@portcullis/domain';
import { type FingerprintKind, fingerprintKinds } from '@portcullis/domain/documents';
import { type AttemptFingerprints, type DuplicateCounts, type ListName, maxCount } from '@portcullis/domain/ports';
import { allOf, compare } from '../driver/condition.ts';
import type { RecordDriver } from '../driver/record-driver.ts';
import { encodeColumnText } from '../rows/column-text.ts';
import {
  type DigestKind,
  digestsOf,
  digestsShown,
  type KindedDigest,
  ListRow,
  SightingRow,
  TimeRow,
  timedDigestKinds,
} from '../rows/duplicate-rows.ts';
import { findByDigests } from './find-by-digests.ts';

const ofPartner = ({ partnerId }: AttemptFingerprints) => compare('partner_key', '=', encodeColumnText(partnerId));

const distinctCount = (names: readonly string[]): number => Math.min(new Set(names).size, maxCount);

/** Counts the names in the rows, for one kind of digest; `null` when there was no digest to look for. */
const countByKind =
  <Row extends KindedDigest>(fingerprints: AttemptFingerprints, rows: readonly Row[], nameOf: (row: Row) => string) =>
  (kind: DigestKind): number | null =>
    digestsOf(fingerprints, kind).length === 0
      ? null
      : distinctCount(rows.filter((row) => row.kind === kind).map(nameOf));

const countOthers = (
  driver: RecordDriver,
  fingerprints: AttemptFingerprints,
): TaskEither<Unavailable, DuplicateCounts['others']> => {
  const ofOthers = allOf([ofPartner(fingerprints), compare('reference', '!=', fingerprints.reference)]);
  return pipe(
    findByDigests(driver, 'sightings', SightingRow, digestsShown(fingerprints, fingerprintKinds), ofOthers),
    TE.map((rows) => countByKind(fingerprints, rows, ({ reference }) => reference)),
    TE.map((others) => ({
      document: others('document'),
      person: others('person'),
      image: others('image'),
      device: others('device'),
    })),
  );
};

const countAttempts = (
  driver: RecordDriver,
  fingerprints: AttemptFingerprints,
  windowSeconds: number,
): TaskEither<Unavailable, DuplicateCounts['attempts']> => {
  const since = new Date(Date.parse(fingerprints.at) - windowSeconds * 1000).toISOString();
  const isRecent = allOf([ofPartner(fingerprints), compare('at', '>=', since)]);
  return pipe(
    findByDigests(driver, 'sighting_times', TimeRow, digestsShown(fingerprints, timedDigestKinds), isRecent),
    TE.map((rows) => countByKind(fingerprints, rows, ({ profile, attempt }) => `${profile}/${attempt}`)),
    TE.map((attempts) => ({
      document: attempts('document'),
      device: attempts('device'),
      reference: attempts('reference') ?? 0,
    })),
  );
};

const findLists = (
  driver: RecordDriver,
  fingerprints: AttemptFingerprints,
): TaskEither<Unavailable, Pick<DuplicateCounts, ListName>> => {
  const digests = digestsShown(fingerprints, fingerprintKinds);
  return pipe(
    findByDigests(driver, 'sighting_lists', ListRow, digests, ofPartner(fingerprints)),
    TE.map(
      (rows) =>
        (name: ListName): readonly FingerprintKind[] =>
          fingerprintKinds.filter((kind) => rows.some((row) => row.list === name && row.kind === kind)),
    ),
    TE.map((on) => ({ blocked: on('blocked'), allowed: on('allowed') })),
  );
};

/** The counts for an attempt that was recorded, with three concurrent queries. */
export const duplicateCounts = (
  driver: RecordDriver,
  fingerprints: AttemptFingerprints,
  windowSeconds: number,
): TaskEither<Unavailable, DuplicateCounts> =>
  pipe(
    TE.Do,
    TE.apSW('others', countOthers(driver, fingerprints)),
    TE.apSW('attempts', countAttempts(driver, fingerprints, windowSeconds)),
    TE.apSW('lists', findLists(driver, fingerprints)),
    TE.map(({ attempts, lists, others }) => ({ others, attempts, ...lists })),
  );
