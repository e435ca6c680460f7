import {
  deterministicId,
  E,
  type Either,
  type IdempotencyStore,
  type KeyClaim,
  type KeyState,
  type ProfileId,
  pipe,
  type StoredResponse,
  type TaskEither,
  TE,
  t,
  type Unavailable,
} from '@portcullis/domain';
import { deletion, recordUrl, sendBatch, type Write } from '../client/batch.ts';
import type { PocketbaseClient } from '../client/client.ts';
import { buildFilter } from '../client/columns.ts';
import { type PocketbaseRejection, unexpectedRejection } from '../client/failure.ts';
import { pageCodec } from '../client/page-codec.ts';
import { pocketbaseEncryption, type RecordEncryption } from '../encryption/record-encryption.ts';
import { type AnswerEncryption, answerEncryption, StoredAnswer } from './stored-answer.ts';

const Written = t.type({ id: t.string }, 'written row');
const KeyRow = t.type(
  {
    id: t.string,
    request: t.string,
    operation: t.string,
    held_until: t.string,
    kept_until: t.string,
    profile: t.string,
    answer: t.union([StoredAnswer, t.null]),
  },
  'idempotency row',
);
type KeyRow = t.TypeOf<typeof KeyRow>;
const Rows = pageCodec(KeyRow);
const Ids = pageCodec(t.type({ id: t.string }, 'row id'));

const collection = 'idempotency_keys';

/** How many rows one batch deletes. */
const perBatch = 50;

/** How often a key that others keep taking is read again before it counts as in progress. */
const maxReads = 3;

const toUnavailable = (failure: PocketbaseRejection | Unavailable): Unavailable =>
  failure._tag === 'Refused' ? unexpectedRejection('database', failure) : failure;

const columnsOf = ({ owner, key, request, heldUntil, keptUntil }: KeyClaim, operation: string) => ({
  id: owner,
  key,
  request,
  operation,
  held_until: heldUntil,
  kept_until: keptUntil,
});

/** Whether another owner has the key: our row is gone, or a row with our id or our key exists already. */
const isOwnedElsewhere = ({ status, codes }: PocketbaseRejection): boolean =>
  status === 404 || codes['id'] === 'validation_not_unique' || codes['key'] === 'validation_not_unique';

/**
 * Returns `whenElsewhere` when the rejection means that another owner has the key; any other rejection is an outage.
 */
const ifOwnedElsewhere =
  <A>(whenElsewhere: TaskEither<Unavailable, A>) =>
  (failure: PocketbaseRejection | Unavailable): TaskEither<Unavailable, A> =>
    failure._tag === 'Refused' && isOwnedElsewhere(failure) ? whenElsewhere : TE.left(toUnavailable(failure));

/**
 * Deletes the row that was read and writes another in its place. It is rejected when the first row no longer exists.
 */
const replaceRow = (client: PocketbaseClient, previousId: string, row: Write['body']) =>
  sendBatch(client, [deletion(collection, previousId), { method: 'POST', url: recordUrl(collection), body: row }]);

const findRow = (client: PocketbaseClient, key: string): TaskEither<Unavailable, KeyRow | null> =>
  pipe(
    client.call(Rows, (pb, options) =>
      pb.collection(collection).getList(1, 1, {
        ...options,
        filter: buildFilter(pb, 'key = {:key}', { key }),
        skipTotal: true,
      }),
    ),
    TE.mapLeft(toUnavailable),
    TE.map(({ items }) => items[0] ?? null),
  );

/** Replaces the row of an expired claim by one's own. */
const takeOver = (
  client: PocketbaseClient,
  claim: KeyClaim,
  previous: KeyRow,
  ifLost: TaskEither<Unavailable, KeyState>,
): TaskEither<Unavailable, KeyState> => {
  const isRetry = previous.kept_until > claim.now;
  const operation = isRetry ? previous.operation : claim.operation;
  return pipe(
    replaceRow(client, previous.id, columnsOf(claim, operation)),
    TE.map((): KeyState => ({ state: 'acquired', operation, isRetry })),
    TE.orElse(ifOwnedElsewhere(ifLost)),
  );
};

const profileOfRow = ({ profile }: KeyRow): ProfileId | null => (profile === '' ? null : profile);

const completedState =
  (row: KeyRow) =>
  (answer: StoredResponse | null): KeyState =>
    answer === null ? { state: 'erased' } : { state: 'completed', answer, profileId: profileOfRow(row) };

type KeyAccess = { readonly client: PocketbaseClient; readonly encryption: AnswerEncryption };

/** Determines the state of a key that existed before. */
const inspectKey = (access: KeyAccess, claim: KeyClaim, readsLeft: number): TaskEither<Unavailable, KeyState> => {
  const { client, encryption } = access;
  const ifLost =
    readsLeft > 1
      ? inspectKey(access, claim, readsLeft - 1)
      : TE.right<Unavailable, KeyState>({ state: 'in_progress' });
  return pipe(
    findRow(client, claim.key),
    TE.flatMap((row): TaskEither<Unavailable, KeyState> => {
      // The row was pruned between the rejection and this read; the next attempt begins again.
      if (row === null) return TE.right({ state: 'in_progress' });
      if (row.kept_until <= claim.now) return takeOver(client, claim, row, ifLost);
      if (row.request !== claim.request) return TE.right({ state: 'mismatch' });
      if (row.answer)
        return TE.map(completedState(row))(
          encryption.open(row.answer, { key: claim.key, profileId: profileOfRow(row) }),
        );
      // Only a row with a response ever names a profile.
      if (row.profile !== '') return TE.right({ state: 'erased' });
      return row.held_until > claim.now ? TE.right({ state: 'in_progress' }) : takeOver(client, claim, row, ifLost);
    }),
  );
};

const extendClaim = (
  client: PocketbaseClient,
  { owner }: KeyClaim,
  heldUntil: string,
): TaskEither<Unavailable, boolean> =>
  pipe(
    client.call(Written, (pb, options) =>
      pb.collection(collection).update(owner, { held_until: heldUntil }, { ...options, fields: 'id' }),
    ),
    TE.map(() => true),
    TE.orElse(ifOwnedElsewhere(TE.right(false))),
  );

/** Replaces the claim by the response. After that nobody owns the key. */
const storeResponse = (
  client: PocketbaseClient,
  claim: KeyClaim,
  answer: StoredAnswer | null,
  profileId: ProfileId | null,
): TaskEither<Unavailable, boolean> =>
  pipe(
    replaceRow(client, claim.owner, {
      ...columnsOf(claim, claim.operation),
      id: deterministicId(`answer/${claim.owner}`),
      profile: profileId ?? '',
      answer,
    }),
    TE.map(() => true),
    TE.orElse(ifOwnedElsewhere(TE.right(false))),
  );

/** Deletes rows together. When another instance has deleted one of them meanwhile, they are left for the next round. */
const deleteRows = (client: PocketbaseClient, ids: readonly string[]): TaskEither<Unavailable, number> =>
  ids.length === 0
    ? TE.right(0)
    : pipe(
        sendBatch(
          client,
          ids.map((id) => deletion(collection, id)),
        ),
        TE.map(() => ids.length),
        TE.orElse(ifOwnedElsewhere(TE.right(0))),
      );

const pruneFrom =
  (client: PocketbaseClient): IdempotencyStore['prune'] =>
  (now, limit) =>
  async () => {
    let pruned = 0;
    while (pruned < limit) {
      const most = Math.min(perBatch, limit - pruned);
      const old = await client.call(Ids, (pb, options) =>
        pb.collection(collection).getList(1, most, {
          ...options,
          filter: buildFilter(pb, 'kept_until <= {:now}', { now }),
          sort: 'kept_until',
          fields: 'id',
          skipTotal: true,
        }),
      )();
      if (E.isLeft(old)) return E.left(toUnavailable(old.left));
      const removed: Either<Unavailable, number> = await deleteRows(
        client,
        old.right.items.map(({ id }) => id),
      )();
      if (E.isLeft(removed)) return removed;
      if (removed.right === 0) return E.right(pruned);
      pruned += removed.right;
    }
    return E.right(pruned);
  };

/**
 * Stores idempotency keys in PocketBase. The unique index on the key decides who is first. After that a row passes from
 * one owner to the next, and from its owner to the response, by a batch that deletes the row that was read and writes
 * another under another id: of two callers that read the same row one succeeds. Only its owner ever updates a row in
 * place.
 */
export const pocketbaseIdempotencyStore = (
  client: PocketbaseClient,
  sealing: RecordEncryption = pocketbaseEncryption(client, null),
): IdempotencyStore => {
  const encryption = answerEncryption(sealing);
  return {
    claim: (claim) =>
      pipe(
        client.call(Written, (pb, options) =>
          pb.collection(collection).create(columnsOf(claim, claim.operation), { ...options, fields: 'id' }),
        ),
        TE.map((): KeyState => ({ state: 'acquired', operation: claim.operation, isRetry: false })),
        TE.orElse(ifOwnedElsewhere(inspectKey({ client, encryption }, claim, maxReads))),
      ),
    renew: (claim, heldUntil) => extendClaim(client, claim, heldUntil),
    complete: (claim, answer, profileId) =>
      pipe(
        encryption.seal(answer, { key: claim.key, profileId }),
        TE.flatMap((stored) => storeResponse(client, claim, stored, profileId)),
      ),
    release: (claim) => TE.map(() => undefined)(extendClaim(client, claim, claim.now)),
    prune: pruneFrom(client),
  };
};
