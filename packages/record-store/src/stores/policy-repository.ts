import {
  decodeCustomPolicy,
  E,
  type NotFound,
  notFound,
  type Policy,
  type PolicyRef,
  type PolicyRepository,
  pipe,
  type TaskEither,
  TE,
  type Unavailable,
} from '@portcullis/domain';
import { policyDigest } from '@portcullis/domain/checks';
import { type AlreadyExists, alreadyExists, decode } from '@portcullis/domain/kernel';
import type { StoredPolicy } from '@portcullis/domain/ports';
import { PolicyIdCodec, PolicyVersionCodec } from '@portcullis/domain/serialization';
import { allOf, type Condition, compare, equal, oneOfTexts } from '../driver/condition.ts';
import { pageOfRows } from '../driver/read-rows.ts';
import type { RecordDriver, WriteRejection } from '../driver/record-driver.ts';
import { unexpectedRejection } from '../driver/rejection.ts';
import { describePolicy, documentOf, PolicyColumns, PolicyRow, partnerKey, policyColumns } from '../rows/policy-row.ts';

/** How often the next position is looked up, when other writers take it first. */
const maxAttempts = 20;
const pageSize = 500;

const newestRow = (driver: RecordDriver, filter: Condition): TaskEither<NotFound | Unavailable, PolicyRow> =>
  pipe(
    pageOfRows(driver, 'policies', PolicyRow, { sort: ['-position'], limit: 1, filter }),
    TE.flatMap(([row]) => (row ? TE.right<NotFound | Unavailable, PolicyRow>(row) : TE.left(notFound))),
  );

const decodeDocument = TE.flatMap((row: PolicyRow) => TE.fromEither<NotFound | Unavailable, Policy>(documentOf(row)));

const findVersion = (driver: RecordDriver, { id, version }: PolicyRef) =>
  newestRow(driver, equal({ policy_id: id, version }));

const isId = (id: string): boolean => E.isRight(decode(PolicyIdCodec, id));
const isVersion = (version: string): boolean => E.isRight(decode(PolicyVersionCodec, version));

const listAfter = (driver: RecordDriver, position: number): TaskEither<Unavailable, readonly StoredPolicy[]> =>
  pipe(
    pageOfRows(driver, 'policies', PolicyColumns, {
      sort: ['position'],
      limit: pageSize,
      filter: compare('position', '>', position),
    }),
    TE.flatMap((page) => {
      const last = page.length === pageSize ? page.at(-1) : undefined;
      const kept = page.map(describePolicy);
      if (last === undefined) return TE.right(kept);
      return TE.map((rest: readonly StoredPolicy[]) => [...kept, ...rest])(listAfter(driver, last.position));
    }),
  );

const nextPosition = (driver: RecordDriver): TaskEither<Unavailable, number> =>
  pipe(
    pageOfRows(driver, 'policies', PolicyColumns, {
      sort: ['-position'],
      limit: 1,
      filter: compare('position', '>', 0),
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
const afterRejection = (driver: RecordDriver, added: Addition, failure: WriteRejection, left: number): Added =>
  pipe(
    findVersion(driver, added.policy),
    TE.flatMap((row) =>
      isSame(row, added) ? TE.right<AlreadyExists | NotFound | Unavailable, void>(undefined) : TE.left(alreadyExists),
    ),
    TE.orElse((error) => {
      if (error._tag !== 'NotFound') return TE.left(error);
      return left > 1 ? addPolicy(driver, added, left - 1) : TE.left(unexpectedRejection()(failure));
    }),
  );

const addPolicy = (driver: RecordDriver, added: Addition, left: number): Added =>
  pipe(
    nextPosition(driver),
    TE.flatMap((position) =>
      driver.transaction([
        { kind: 'insert', table: 'policies', row: { ...policyColumns(added.policy, added.partnerId), position } },
      ]),
    ),
    TE.orElse((failure: WriteRejection | Unavailable) =>
      failure._tag === 'Unavailable' ? TE.left(failure) : afterRejection(driver, added, failure, left),
    ),
  );

const choosableBy = (id: string, partnerId: string): Condition =>
  allOf([compare('policy_id', '=', id), oneOfTexts('partner_key', ['', partnerKey(partnerId)])]);

/**
 * Stores policies in `policies`, one row for each version. A row is written once, and checked against its digest
 * whenever it is read.
 */
export const policyRepositoryOver = (driver: RecordDriver): PolicyRepository => ({
  latest: (id, { partnerId }) =>
    isId(id) ? decodeDocument(newestRow(driver, choosableBy(id, partnerId))) : TE.left(notFound),
  get: (ref) => (isId(ref.id) && isVersion(ref.version) ? decodeDocument(findVersion(driver, ref)) : TE.left(notFound)),
  add: (document, partnerId) => {
    const policy = decodeCustomPolicy(document);
    return E.isLeft(policy)
      ? TE.left(policy.left)
      : addPolicy(driver, { policy: policy.right, partnerId }, maxAttempts);
  },
  list: () => listAfter(driver, 0),
});
