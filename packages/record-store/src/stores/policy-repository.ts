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
import { type AlreadyExists, alreadyExists, decode, sequential } from '@portcullis/domain/kernel';
import type { StoredPolicy } from '@portcullis/domain/ports';
import { PolicyIdCodec, PolicyVersionCodec } from '@portcullis/domain/serialization';
import { allOf, type Condition, compare, equal, oneOfTexts } from '../driver/condition.ts';
import { pageOfRows } from '../driver/read-rows.ts';
import type { RecordDriver, WriteRejection } from '../driver/record-driver.ts';
import { unexpectedRejection } from '../driver/rejection.ts';
import type { RecordEncryption } from '../keys/record-encryption.ts';
import {
  documentOf,
  openedPolicy,
  openPolicyRecord,
  PolicyRow,
  partnerKey,
  policyColumns,
  RawPolicyRow,
  sealedPolicy,
} from '../rows/policy-row.ts';

/** How often the next position is looked up, when other writers take it first. */
const maxAttempts = 20;
const pageSize = 500;

type Store = { readonly driver: RecordDriver; readonly encryption: RecordEncryption };

const newestRow = ({ driver, encryption }: Store, filter: Condition): TaskEither<NotFound | Unavailable, PolicyRow> =>
  pipe(
    pageOfRows(driver, 'policies', PolicyRow, { sort: ['-position'], limit: 1, filter }),
    TE.flatMap(([row]) => (row ? openedPolicy(encryption)(row) : TE.left<NotFound | Unavailable, PolicyRow>(notFound))),
  );

const decodeDocument = TE.flatMap((row: PolicyRow) => TE.fromEither<NotFound | Unavailable, Policy>(documentOf(row)));

const findVersion = (store: Store, { id, version }: PolicyRef) => newestRow(store, equal({ policy_id: id, version }));

const isId = (id: string): boolean => E.isRight(decode(PolicyIdCodec, id));
const isVersion = (version: string): boolean => E.isRight(decode(PolicyVersionCodec, version));

const listAfter =
  (store: Store, position: number): TaskEither<Unavailable, readonly StoredPolicy[]> =>
  async () => {
    const page = await pageOfRows(store.driver, 'policies', RawPolicyRow, {
      sort: ['position'],
      limit: pageSize,
      filter: compare('position', '>', position),
    })();
    if (E.isLeft(page)) return page;
    const kept = await sequential(page.right, openPolicyRecord(store.encryption))();
    const last = page.right.length === pageSize ? page.right.at(-1) : undefined;
    if (E.isLeft(kept) || last === undefined) return kept;
    const rest = await listAfter(store, last.position)();
    return E.isLeft(rest) ? rest : E.right([...kept.right, ...rest.right]);
  };

const nextPosition = ({ driver }: Store): TaskEither<Unavailable, number> =>
  pipe(
    pageOfRows(driver, 'policies', RawPolicyRow, {
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
const afterRejection = (store: Store, added: Addition, failure: WriteRejection, left: number): Added =>
  pipe(
    findVersion(store, added.policy),
    TE.flatMap((row) => (isSame(row, added) ? TE.right(undefined) : TE.left(alreadyExists))),
    TE.orElse((error) => {
      if (error._tag !== 'NotFound') return TE.left(error);
      return left > 1 ? addPolicy(store, added, left - 1) : TE.left(unexpectedRejection()(failure));
    }),
  );

const addPolicy = (store: Store, added: Addition, left: number): Added =>
  pipe(
    nextPosition(store),
    TE.flatMap((position) => sealedPolicy(store.encryption)(policyColumns(added.policy, added.partnerId, position))),
    TE.flatMap((row) => store.driver.transaction([{ kind: 'insert', table: 'policies', row }])),
    TE.orElse((failure) =>
      failure._tag === 'Unavailable' ? TE.left(failure) : afterRejection(store, added, failure, left),
    ),
  );

const choosableBy = (id: string, partnerId: string): Condition =>
  allOf([compare('policy_id', '=', id), oneOfTexts('partner_key', ['', partnerKey(partnerId)])]);

/**
 * Stores policies in `policies`, one row for each version. A row is written once, sealed with its columns where there
 * is a keyring, and checked against its digest whenever it is read.
 */
export const policyRepositoryOver = (driver: RecordDriver, encryption: RecordEncryption): PolicyRepository => {
  const store = { driver, encryption };
  return {
    latest: (id, { partnerId }) =>
      isId(id) ? pipe(newestRow(store, choosableBy(id, partnerId)), decodeDocument) : TE.left(notFound),
    get: (ref) =>
      isId(ref.id) && isVersion(ref.version) ? pipe(findVersion(store, ref), decodeDocument) : TE.left(notFound),
    add: (document, partnerId) => {
      const policy = decodeCustomPolicy(document);
      return E.isLeft(policy)
        ? TE.left(policy.left)
        : addPolicy(store, { policy: policy.right, partnerId }, maxAttempts);
    },
    list: () => listAfter(store, 0),
  };
};
