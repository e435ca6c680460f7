import {
  type AlreadyExists,
  alreadyExists,
  decode,
  decodeCustomPolicy,
  E,
  type NotFound,
  notFound,
  type Policy,
  PolicyIdCodec,
  type PolicyRef,
  type PolicyRepository,
  PolicyVersionCodec,
  pipe,
  policyDigest,
  type StoredPolicy,
  type TaskEither,
  TE,
  t,
  type Unavailable,
} from '@portcullis/domain';
import type { PocketbaseClient } from '../client/client.ts';
import { buildFilter } from '../client/columns.ts';
import { type PocketbaseRejection, unexpectedRejection } from '../client/failure.ts';
import { pageCodec } from '../client/page-codec.ts';
import { describePolicy, documentOf, PolicyColumns, PolicyRow, partnerKey, policyColumns } from './policy-row.ts';

const Written = t.type({ id: t.string }, 'written row');

/** How often the next position is looked up, when other writers take it first. */
const maxAttempts = 20;
const pageSize = 500;

const toUnavailable = (failure: PocketbaseRejection | Unavailable): Unavailable =>
  failure._tag === 'Refused' ? unexpectedRejection('database', failure) : failure;

type Values = { readonly [name: string]: string | number };
type RowQuery = { readonly sort: string; readonly most: number; readonly where: string; readonly values: Values };

const queryRows = <C extends t.Mixed>(
  client: PocketbaseClient,
  row: C,
  { sort, most: limit, where, values }: RowQuery,
) =>
  pipe(
    client.call(pageCodec(row), (pb, options) =>
      pb.collection('policies').getList(1, limit, {
        ...options,
        filter: buildFilter(pb, where, values),
        sort,
        skipTotal: true,
      }),
    ),
    TE.mapLeft(toUnavailable),
    TE.map(({ items }): readonly t.TypeOf<C>[] => items),
  );

const newestRow = (
  client: PocketbaseClient,
  where: string,
  values: Values,
): TaskEither<NotFound | Unavailable, PolicyRow> =>
  pipe(
    queryRows(client, PolicyRow, { sort: '-position', most: 1, where, values }),
    TE.flatMap(([row]) => (row ? TE.right<NotFound | Unavailable, PolicyRow>(row) : TE.left(notFound))),
  );

const decodeDocument = TE.flatMap((row: PolicyRow) => TE.fromEither<NotFound | Unavailable, Policy>(documentOf(row)));

const findVersion = (client: PocketbaseClient, { id, version }: PolicyRef) =>
  newestRow(client, 'policy_id = {:id} && version = {:version}', { id, version });

const isId = (id: string): boolean => E.isRight(decode(PolicyIdCodec, id));
const isVersion = (version: string): boolean => E.isRight(decode(PolicyVersionCodec, version));

const listAfter = (client: PocketbaseClient, position: number): TaskEither<Unavailable, readonly StoredPolicy[]> =>
  pipe(
    queryRows(client, PolicyColumns, {
      sort: 'position',
      most: pageSize,
      where: 'position > {:position}',
      values: { position },
    }),
    TE.flatMap((page) => {
      const last = page.length === pageSize ? page.at(-1) : undefined;
      const kept = page.map(describePolicy);
      if (last === undefined) return TE.right(kept);
      return TE.map((rest: readonly StoredPolicy[]) => [...kept, ...rest])(listAfter(client, last.position));
    }),
  );

const nextPosition = (client: PocketbaseClient): TaskEither<Unavailable, number> =>
  pipe(
    queryRows(client, PolicyColumns, {
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
const afterRejection = (client: PocketbaseClient, added: Addition, failure: PocketbaseRejection, left: number): Added =>
  pipe(
    findVersion(client, added.policy),
    TE.flatMap((row) =>
      isSame(row, added) ? TE.right<AlreadyExists | NotFound | Unavailable, void>(undefined) : TE.left(alreadyExists),
    ),
    TE.orElse((error) => {
      if (error._tag !== 'NotFound') return TE.left(error);
      return left > 1 ? addPolicy(client, added, left - 1) : TE.left(toUnavailable(failure));
    }),
  );

const addPolicy = (client: PocketbaseClient, added: Addition, left: number): Added =>
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
    TE.orElse((failure: PocketbaseRejection | Unavailable) =>
      failure._tag === 'Refused' ? afterRejection(client, added, failure, left) : TE.left(failure),
    ),
  );

const choosableFilter = "policy_id = {:id} && (partner_key = '' || partner_key = {:partner})";

/**
 * Stores policies in `policies`, one row for each version. A row is written once, and checked against its digest
 * whenever it is read.
 */
export const pocketbasePolicyRepository = (client: PocketbaseClient): PolicyRepository => ({
  latest: (id, { partnerId }) =>
    isId(id)
      ? decodeDocument(newestRow(client, choosableFilter, { id, partner: partnerKey(partnerId) }))
      : TE.left(notFound),
  get: (ref) => (isId(ref.id) && isVersion(ref.version) ? decodeDocument(findVersion(client, ref)) : TE.left(notFound)),
  add: (document, partnerId) => {
    const policy = decodeCustomPolicy(document);
    return E.isLeft(policy)
      ? TE.left(policy.left)
      : addPolicy(client, { policy: policy.right, partnerId }, maxAttempts);
  },
  list: () => listAfter(client, 0),
});
