import {
  type AttemptFingerprints,
  type DuplicateCounts,
  type FingerprintKind,
  fingerprintKinds,
  type ListName,
  maxCount,
  pipe,
  type TaskEither,
  TE,
  type Unavailable,
} from '@portcullis/domain';
import type { PocketbaseClient } from '../client/client.ts';
import { encodeColumnText } from '../client/columns.ts';
import { findByDigests, type KindedDigest } from './find-rows.ts';
import { type DigestKind, digestsOf, digestsShown, ListRow, SightingRow, TimeRow, timedDigestKinds } from './rows.ts';

const distinctCount = (names: readonly string[]): number => Math.min(new Set(names).size, maxCount);

/** Counts the names in the rows, for one kind of digest; `null` when there was no digest to look for. */
const countByKind =
  <Row extends KindedDigest>(fingerprints: AttemptFingerprints, rows: readonly Row[], nameOf: (row: Row) => string) =>
  (place: DigestKind): number | null =>
    digestsOf(fingerprints, place).length === 0
      ? null
      : distinctCount(rows.filter(({ kind }) => kind === place).map(nameOf));

const countOthers = (
  client: PocketbaseClient,
  fingerprints: AttemptFingerprints,
): TaskEither<Unavailable, DuplicateCounts['others']> => {
  const values = { partner: encodeColumnText(fingerprints.partnerId), own: fingerprints.reference };
  const expression = 'partner_key = {:partner} && reference != {:own}';
  return pipe(
    findByDigests(client, 'sightings', SightingRow, digestsShown(fingerprints, fingerprintKinds), expression, values),
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
  client: PocketbaseClient,
  fingerprints: AttemptFingerprints,
  windowSeconds: number,
): TaskEither<Unavailable, DuplicateCounts['attempts']> => {
  const since = new Date(Date.parse(fingerprints.at) - windowSeconds * 1000).toISOString();
  const values = { partner: encodeColumnText(fingerprints.partnerId), since };
  const expression = 'partner_key = {:partner} && at >= {:since}';
  return pipe(
    findByDigests(client, 'sighting_times', TimeRow, digestsShown(fingerprints, timedDigestKinds), expression, values),
    TE.map((rows) => countByKind(fingerprints, rows, ({ profile, attempt }) => `${profile}/${attempt}`)),
    TE.map((attempts) => ({
      document: attempts('document'),
      device: attempts('device'),
      reference: attempts('reference') ?? 0,
    })),
  );
};

const findLists = (
  client: PocketbaseClient,
  fingerprints: AttemptFingerprints,
): TaskEither<Unavailable, Pick<DuplicateCounts, ListName>> => {
  const values = { partner: encodeColumnText(fingerprints.partnerId) };
  return pipe(
    findByDigests(
      client,
      'sighting_lists',
      ListRow,
      digestsShown(fingerprints, fingerprintKinds),
      'partner_key = {:partner}',
      values,
    ),
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
  client: PocketbaseClient,
  fingerprints: AttemptFingerprints,
  windowSeconds: number,
): TaskEither<Unavailable, DuplicateCounts> =>
  pipe(
    TE.Do,
    TE.apSW('others', countOthers(client, fingerprints)),
    TE.apSW('attempts', countAttempts(client, fingerprints, windowSeconds)),
    TE.apSW('lists', findLists(client, fingerprints)),
    TE.map(({ attempts, lists, others }) => ({ others, attempts, ...lists })),
  );
