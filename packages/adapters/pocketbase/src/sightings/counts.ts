import {
  type ListName,
  mostCounted,
  pipe,
  type Sighted,
  type SightingKind,
  type Sightings,
  sightingKinds,
  type TaskEither,
  TE,
  type Unavailable,
} from '@portcullis/domain';
import type { PocketbaseClient } from '../client/client.ts';
import { columnText } from '../columns.ts';
import { findAny, type Shown } from './find.ts';
import { digestsOf, ListRow, type Place, SightingRow, shownBy, TimeRow, timedPlaces } from './rows.ts';

const howMany = (names: readonly string[]): number => Math.min(new Set(names).size, mostCounted);

/** Counts the names in the rows, for one kind of digest; `null` when there was no digest to look for. */
const counting =
  <Row extends Shown>(sighted: Sighted, rows: readonly Row[], nameOf: (row: Row) => string) =>
  (place: Place): number | null =>
    digestsOf(sighted, place).length === 0 ? null : howMany(rows.filter(({ kind }) => kind === place).map(nameOf));

const othersIn = (client: PocketbaseClient, sighted: Sighted): TaskEither<Unavailable, Sightings['others']> => {
  const values = { partner: columnText(sighted.partnerId), own: sighted.reference };
  const expression = 'partner_key = {:partner} && reference != {:own}';
  return pipe(
    findAny(client, 'sightings', SightingRow, shownBy(sighted, sightingKinds), expression, values),
    TE.map((rows) => counting(sighted, rows, ({ reference }) => reference)),
    TE.map((others) => ({
      document: others('document'),
      person: others('person'),
      image: others('image'),
      device: others('device'),
    })),
  );
};

const attemptsIn = (
  client: PocketbaseClient,
  sighted: Sighted,
  windowSeconds: number,
): TaskEither<Unavailable, Sightings['attempts']> => {
  const since = new Date(Date.parse(sighted.at) - windowSeconds * 1000).toISOString();
  const values = { partner: columnText(sighted.partnerId), since };
  const expression = 'partner_key = {:partner} && at >= {:since}';
  return pipe(
    findAny(client, 'sighting_times', TimeRow, shownBy(sighted, timedPlaces), expression, values),
    TE.map((rows) => counting(sighted, rows, ({ profile, attempt }) => `${profile}/${attempt}`)),
    TE.map((attempts) => ({
      document: attempts('document'),
      device: attempts('device'),
      reference: attempts('reference') ?? 0,
    })),
  );
};

const listsIn = (client: PocketbaseClient, sighted: Sighted): TaskEither<Unavailable, Pick<Sightings, ListName>> => {
  const values = { partner: columnText(sighted.partnerId) };
  return pipe(
    findAny(client, 'sighting_lists', ListRow, shownBy(sighted, sightingKinds), 'partner_key = {:partner}', values),
    TE.map(
      (rows) =>
        (name: ListName): readonly SightingKind[] =>
          sightingKinds.filter((kind) => rows.some((row) => row.list === name && row.kind === kind)),
    ),
    TE.map((on) => ({ blocked: on('blocked'), allowed: on('allowed') })),
  );
};

/** The counts for an attempt that was recorded, with three concurrent queries. */
export const countsOf = (
  client: PocketbaseClient,
  sighted: Sighted,
  windowSeconds: number,
): TaskEither<Unavailable, Sightings> =>
  pipe(
    TE.Do,
    TE.apSW('others', othersIn(client, sighted)),
    TE.apSW('attempts', attemptsIn(client, sighted, windowSeconds)),
    TE.apSW('lists', listsIn(client, sighted)),
    TE.map(({ attempts, lists, others }) => ({ others, attempts, ...lists })),
  );
