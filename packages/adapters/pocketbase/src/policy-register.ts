import {
  type AlreadyExists,
  alreadyExists,
  decode,
  E,
  type KeptPolicy,
  keepable,
  type NotFound,
  notFound,
  type Policy,
  PolicyIdCodec,
  type PolicyRef,
  type PolicyRegister,
  PolicyVersionCodec,
  pipe,
  policyDigest,
  type TaskEither,
  TE,
  t,
  type Unavailable,
} from '@portcullis/domain';
import type { PocketbaseClient } from './client/client.ts';
import { type Refused, unexplained } from './client/failure.ts';
import { filterOf } from './columns.ts';
import { documentOf, keptOf, PolicyColumns, PolicyRow, partnerKey, policyColumns } from './policy-row.ts';
import { pageOfRows } from './rows.ts';

const Written = t.type({ id: t.string }, 'written row');

/** How often the next position is looked up, when other writers take it first. */
const tries = 20;
const pageSize = 500;

const asOutage = (failure: Refused | Unavailable): Unavailable =>
  failure._tag === 'Refused' ? unexplained('database', failure) : failure;

type Values = { readonly [name: string]: string | number };
type Wish = { readonly sort: string; readonly most: number; readonly where: string; readonly values: Values };

const rowsOf = <C extends t.Mixed>(client: PocketbaseClient, row: C, { sort, most, where, values }: Wish) =>
  pipe(
    client.call(pageOfRows(row), (pb, options) =>
      pb.collection('policies').getList(1, most, {
        ...options,
        filter: filterOf(pb, where, values),
        sort,
        skipTotal: true,
      }),
    ),
    TE.mapLeft(asOutage),
    TE.map(({ items }): readonly t.TypeOf<C>[] => items),
  );

const newestOf = (
  client: PocketbaseClient,
  where: string,
  values: Values,
): TaskEither<NotFound | Unavailable, PolicyRow> =>
  pipe(
    rowsOf(client, PolicyRow, { sort: '-position', most: 1, where, values }),
    TE.flatMap(([row]) => (row ? TE.right<NotFound | Unavailable, PolicyRow>(row) : TE.left(notFound))),
  );

const documentFrom = TE.flatMap((row: PolicyRow) => TE.fromEither<NotFound | Unavailable, Policy>(documentOf(row)));

const named = (client: PocketbaseClient, { id, version }: PolicyRef) =>
  newestOf(client, 'policy_id = {:id} && version = {:version}', { id, version });

const isId = (id: string): boolean => E.isRight(decode(PolicyIdCodec, id));
const isVersion = (version: string): boolean => E.isRight(decode(PolicyVersionCodec, version));

const listAfter = (client: PocketbaseClient, position: number): TaskEither<Unavailable, readonly KeptPolicy[]> =>
  pipe(
    rowsOf(client, PolicyColumns, {
      sort: 'position',
      most: pageSize,
      where: 'position > {:position}',
      values: { position },
    }),
    TE.flatMap((page) => {
      const last = page.length === pageSize ? page.at(-1) : undefined;
      const kept = page.map(keptOf);
      if (last === undefined) return TE.right(kept);
      return TE.map((rest: readonly KeptPolicy[]) => [...kept, ...rest])(listAfter(client, last.position));
    }),
  );

const nextPosition = (client: PocketbaseClient): TaskEither<Unavailable, number> =>
  pipe(
    rowsOf(client, PolicyColumns, {
      sort: '-position',
      most: 1,
      where: 'position > {:position}',
      values: { position: 0 },
    }),
    TE.map(([row]) => (row?.position ?? 0) + 1),
  );

type Addition = { readonly policy: Policy; readonly partnerId: string | null };
type Added = TaskEither<AlreadyExists | Unavailable, void>;

const isSame = (row: PolicyRow, { policy, partnerId }: Addition): boolean =>
  row.digest === policyDigest(policy) && row.partner_key === partnerKey(partnerId);

/**
 * Handles a rejected row: the same policy exists already, a different one does, or another writer took its position and
 * the next one is tried.
 */
const afterwards = (client: PocketbaseClient, added: Addition, failure: Refused, left: number): Added =>
  pipe(
    named(client, added.policy),
    TE.flatMap((row) =>
      isSame(row, added) ? TE.right<AlreadyExists | NotFound | Unavailable, void>(undefined) : TE.left(alreadyExists),
    ),
    TE.orElse((error) => {
      if (error._tag !== 'NotFound') return TE.left(error);
      return left > 1 ? addWithin(client, added, left - 1) : TE.left(asOutage(failure));
    }),
  );

const addWithin = (client: PocketbaseClient, added: Addition, left: number): Added =>
  pipe(
    nextPosition(client),
    TE.flatMap((position) =>
      client.call(Written, (pb, options) =>
        pb
          .collection('policies')
          .create({ ...policyColumns(added.policy, added.partnerId), position }, { ...options, fields: 'id' }),
      ),
    ),
    TE.map(() => undefined),
    TE.orElse((failure: Refused | Unavailable) =>
      failure._tag === 'Refused' ? afterwards(client, added, failure, left) : TE.left(failure),
    ),
  );

const choosable = "policy_id = {:id} && (partner_key = '' || partner_key = {:partner})";

/**
 * Stores policies in `policies`, one row for each version. A row is written once, and checked against its digest
 * whenever it is read.
 */
export const pocketbasePolicyRegister = (client: PocketbaseClient): PolicyRegister => ({
  latest: (id, { partnerId }) =>
    isId(id) ? documentFrom(newestOf(client, choosable, { id, partner: partnerKey(partnerId) })) : TE.left(notFound),
  get: (ref) => (isId(ref.id) && isVersion(ref.version) ? documentFrom(named(client, ref)) : TE.left(notFound)),
  add: (document, partnerId) => {
    const policy = keepable(document);
    return E.isLeft(policy) ? TE.left(policy.left) : addWithin(client, { policy: policy.right, partnerId }, tries);
  },
  list: () => listAfter(client, 0),
});
