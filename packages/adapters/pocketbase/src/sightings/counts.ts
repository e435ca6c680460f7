import {
  E,
  type ListName,
  mostCounted,
  pipe,
  type Sighted,
  type SightingKind,
  type Sightings,
  sightingKinds,
  type TaskEither,
  TE,
  type t,
  type Unavailable,
} from '@portcullis/domain';
import type { PocketbaseClient } from '../client/client.ts';
import { type Refused, unexplained } from '../client/failure.ts';
import { columnText, filterOf } from '../columns.ts';
import { pageOfRows } from '../rows.ts';
import { digestsOf, ListRow, type Place, SightingRow, TimeRow } from './rows.ts';

/** For what PocketBase has no reason to refuse. */
export const asOutage = (failure: Refused | Unavailable): Unavailable =>
  failure._tag === 'Refused' ? unexplained('database', failure) : failure;

type Values = { readonly [name: string]: string };

/** Up to `mostCounted` rows, in no order. */
export const find = <C extends t.Mixed>(
  client: PocketbaseClient,
  collection: string,
  row: C,
  expression: string,
  values: Values,
): TaskEither<Unavailable, readonly t.TypeOf<C>[]> =>
  pipe(
    client.call(pageOfRows(row), (pb, options) =>
      pb.collection(collection).getList(1, mostCounted, {
        ...options,
        filter: filterOf(pb, expression, values),
        skipTotal: true,
      }),
    ),
    TE.mapLeft(asOutage),
    TE.map(({ items }) => items),
  );

const ofDigest = 'digest = {:digest} && kind = {:kind} && partner_key = {:partner}';

const otherReferences = (client: PocketbaseClient, values: Values): TaskEither<Unavailable, readonly string[]> =>
  pipe(
    find(client, 'sightings', SightingRow, `${ofDigest} && reference != {:own}`, values),
    TE.map((rows) => rows.map(({ reference }) => reference)),
  );

const attemptsSince = (client: PocketbaseClient, values: Values): TaskEither<Unavailable, readonly string[]> =>
  pipe(
    find(client, 'sighting_times', TimeRow, `${ofDigest} && at >= {:since}`, values),
    TE.map((rows) => rows.map(({ profile, attempt }) => `${profile}/${attempt}`)),
  );

type Count = TaskEither<Unavailable, number | null>;

/** How many different names the answers hold; `null` where nothing was asked. What one answer holds at most is the limit of all. */
const distinct =
  (questions: readonly TaskEither<Unavailable, readonly string[]>[]): Count =>
  async () => {
    const names = new Set<string>();
    for (const answer of await Promise.all(questions.map((ask) => ask()))) {
      if (E.isLeft(answer)) return answer;
      for (const name of answer.right) names.add(name);
    }
    return E.right(questions.length === 0 ? null : Math.min(names.size, mostCounted));
  };

/** The rows of the partner's lists for any of the digests, in one question. */
const listRows = (client: PocketbaseClient, { partnerId, digests }: Sighted) => {
  const all = [...new Set(sightingKinds.flatMap((kind) => digests[kind]))];
  const values = Object.fromEntries(all.map((digest, n) => [`d${n}`, digest]));
  const anyOfThem = Object.keys(values).map((name) => `digest = {:${name}}`);
  return all.length === 0
    ? TE.right<Unavailable, readonly t.TypeOf<typeof ListRow>[]>([])
    : find(client, 'sighting_lists', ListRow, `partner_key = {:partner} && (${anyOfThem.join(' || ')})`, {
        ...values,
        partner: columnText(partnerId),
      });
};

const othersBy = (count: (kind: SightingKind) => Count): TaskEither<Unavailable, Sightings['others']> =>
  pipe(
    TE.Do,
    TE.apSW('document', count('document')),
    TE.apSW('person', count('person')),
    TE.apSW('image', count('image')),
    TE.apSW('device', count('device')),
  );

const standingOn = (
  name: ListName,
  rows: readonly t.TypeOf<typeof ListRow>[],
  { digests }: Sighted,
): readonly SightingKind[] =>
  sightingKinds.filter((kind) =>
    rows.some((row) => row.list === name && row.kind === kind && digests[kind].includes(row.digest)),
  );

/** What is known of an attempt that was noted: one question a digest, all at the same time. */
export const countsOf = (
  client: PocketbaseClient,
  sighted: Sighted,
  windowSeconds: number,
): TaskEither<Unavailable, Sightings> => {
  const partner = columnText(sighted.partnerId);
  const since = new Date(Date.parse(sighted.at) - windowSeconds * 1000).toISOString();
  const others = (kind: SightingKind) =>
    distinct(
      digestsOf(sighted, kind).map((digest) =>
        otherReferences(client, { digest, kind, partner, own: sighted.reference }),
      ),
    );
  const within = (kind: Place) =>
    distinct(digestsOf(sighted, kind).map((digest) => attemptsSince(client, { digest, kind, partner, since })));
  return pipe(
    TE.Do,
    TE.apSW('others', othersBy(others)),
    TE.apSW('document', within('document')),
    TE.apSW('device', within('device')),
    TE.apSW('reference', within('reference')),
    TE.apSW('lists', listRows(client, sighted)),
    TE.map(({ device, document, lists, others: found, reference }) => ({
      others: found,
      attempts: { document, device, reference: reference ?? 0 },
      blocked: standingOn('blocked', lists, sighted),
      allowed: standingOn('allowed', lists, sighted),
    })),
  );
};
