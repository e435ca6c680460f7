import { type IdempotencyStore, type ProfileId, pipe, type TaskEither, TE, type Unavailable } from '@portcullis/domain';
import { deterministicId, t } from '@portcullis/domain/kernel';
import type { KeyClaim, KeyState } from '@portcullis/domain/ports';
import { compare } from '../driver/condition.ts';
import { pageOfRows } from '../driver/read-rows.ts';
import type { RecordDriver, Row, Write, WriteRejection } from '../driver/record-driver.ts';
import { isNotUnique, unexpectedRejection } from '../driver/rejection.ts';
import type { RecordEncryption } from '../keys/record-encryption.ts';
import { type AnswerEncryption, answerEncryption, StoredAnswer } from '../rows/stored-answer.ts';
import { pruneOldest } from './prune-oldest.ts';

const IdempotencyRow = t.type({
  id: t.string,
  request: t.string,
  operation: t.string,
  held_until: t.string,
  kept_until: t.string,
  profile: t.string,
  answer: t.union([StoredAnswer, t.null]),
});
type IdempotencyRow = t.TypeOf<typeof IdempotencyRow>;

const table = 'idempotency_keys';

/** How often a key that others keep taking is read again before it counts as in progress. */
const maxReads = 3;

const columnsOf = ({ owner, key, request, heldUntil, keptUntil }: KeyClaim, operation: string) => ({
  id: owner,
  key,
  request,
  operation,
  held_until: heldUntil,
  kept_until: keptUntil,
});

/** Whether another owner has the key: our row is gone, or a row with our id or our key exists already. */
const isOwnedElsewhere = (failure: WriteRejection | Unavailable): boolean =>
  failure._tag === 'NoSuchRow' || isNotUnique(failure, 'id', 'key');

/**
 * Returns `whenElsewhere` when the rejection means that another owner has the key; any other rejection is an outage.
 */
const ifOwnedElsewhere =
  <A>(whenElsewhere: TaskEither<Unavailable, A>) =>
  (failure: WriteRejection | Unavailable): TaskEither<Unavailable, A> =>
    isOwnedElsewhere(failure) ? whenElsewhere : TE.left(unexpectedRejection()(failure));

const deletion = (id: string): Write => ({ kind: 'delete', table, id });

/**
 * Deletes the row that was read and writes another in its place. It is rejected when the first row no longer exists.
 */
const replaceRow = (driver: RecordDriver, previousId: string, row: Row) =>
  driver.transaction([deletion(previousId), { kind: 'insert', table, row }]);

const findRow = (driver: RecordDriver, key: string): TaskEither<Unavailable, IdempotencyRow | null> =>
  pipe(
    pageOfRows(driver, table, IdempotencyRow, { filter: compare('key', '=', key), limit: 1 }),
    TE.map(([row]) => row ?? null),
  );

/** Replaces the row of an expired claim by one's own. */
const takeOver = (
  driver: RecordDriver,
  claim: KeyClaim,
  previous: IdempotencyRow,
  ifLost: TaskEither<Unavailable, KeyState>,
): TaskEither<Unavailable, KeyState> => {
  const isRetry = previous.kept_until > claim.now;
  const operation = isRetry ? previous.operation : claim.operation;
  return pipe(
    replaceRow(driver, previous.id, columnsOf(claim, operation)),
    TE.map((): KeyState => ({ state: 'acquired', operation, isRetry })),
    TE.orElse(ifOwnedElsewhere(ifLost)),
  );
};

const profileOfRow = ({ profile }: IdempotencyRow): ProfileId | null => (profile === '' ? null : profile);

type KeyAccess = { readonly driver: RecordDriver; readonly encryption: AnswerEncryption };

const answeredState = (
  { encryption }: KeyAccess,
  key: KeyClaim['key'],
  row: IdempotencyRow,
  stored: NonNullable<IdempotencyRow['answer']>,
): TaskEither<Unavailable, KeyState> => {
  const profileId = profileOfRow(row);
  return pipe(
    encryption.open(stored, { key, profileId }),
    TE.map((answer) => (answer === null ? { state: 'erased' } : { state: 'completed', answer, profileId })),
  );
};

/** Determines the state of a key that existed before. */
const inspectKey = (access: KeyAccess, claim: KeyClaim, readsLeft: number): TaskEither<Unavailable, KeyState> => {
  const { driver } = access;
  const ifLost =
    readsLeft > 1
      ? inspectKey(access, claim, readsLeft - 1)
      : TE.right<Unavailable, KeyState>({ state: 'in_progress' });
  return pipe(
    findRow(driver, claim.key),
    TE.flatMap((row) => {
      // The row was pruned between the rejection and this read; the next attempt begins again.
      if (row === null) return TE.right({ state: 'in_progress' });
      if (row.kept_until <= claim.now) return takeOver(driver, claim, row, ifLost);
      if (row.request !== claim.request) return TE.right({ state: 'mismatch' });
      if (row.answer) return answeredState(access, claim.key, row, row.answer);
      // Only a row with a response ever names a profile.
      if (row.profile !== '') return TE.right({ state: 'erased' });
      return row.held_until > claim.now ? TE.right({ state: 'in_progress' }) : takeOver(driver, claim, row, ifLost);
    }),
  );
};

const extendClaim = (driver: RecordDriver, { owner }: KeyClaim, heldUntil: string): TaskEither<Unavailable, boolean> =>
  pipe(
    driver.transaction([{ kind: 'update', table, id: owner, columns: { held_until: heldUntil } }]),
    TE.map(() => true),
    TE.orElse(ifOwnedElsewhere(TE.right(false))),
  );

/** Replaces the claim by the response. After that nobody owns the key. */
const storeResponse = (
  driver: RecordDriver,
  claim: KeyClaim,
  answer: StoredAnswer | null,
  profileId: ProfileId | null,
): TaskEither<Unavailable, boolean> =>
  pipe(
    replaceRow(driver, claim.owner, {
      ...columnsOf(claim, claim.operation),
      id: deterministicId(`answer/${claim.owner}`),
      profile: profileId ?? '',
      answer,
    }),
    TE.map(() => true),
    TE.orElse(ifOwnedElsewhere(TE.right(false))),
  );

/**
 * Stores idempotency keys. The unique index on the key decides who is first. After that a row passes from one owner to
 * the next, and from its owner to the response, by a transaction that deletes the row that was read and writes another
 * under another id: of two callers that read the same row one succeeds. Only its owner ever updates a row in place.
 */
export const idempotencyStoreOver = (driver: RecordDriver, records: RecordEncryption): IdempotencyStore => {
  const encryption = answerEncryption(records);
  return {
    claim: (claim) =>
      pipe(
        driver.transaction([{ kind: 'insert', table, row: columnsOf(claim, claim.operation) }]),
        TE.map((): KeyState => ({ state: 'acquired', operation: claim.operation, isRetry: false })),
        TE.orElse(ifOwnedElsewhere(inspectKey({ driver, encryption }, claim, maxReads))),
      ),
    renew: (claim, heldUntil) => extendClaim(driver, claim, heldUntil),
    complete: (claim, answer, profileId) =>
      pipe(
        encryption.seal(answer, { key: claim.key, profileId }),
        TE.flatMap((stored) => storeResponse(driver, claim, stored, profileId)),
      ),
    release: (claim) =>
      pipe(
        extendClaim(driver, claim, claim.now),
        TE.map(() => undefined),
      ),
    prune: (now, limit) =>
      pruneOldest(driver, table, { filter: compare('kept_until', '<=', now), sort: ['kept_until'] }, limit),
  };
};
