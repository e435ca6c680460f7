import {
  E,
  type Either,
  type IdempotencyStore,
  idFrom,
  type KeptAnswer,
  type KeyClaim,
  type KeyState,
  type ProfileId,
  pipe,
  type TaskEither,
  TE,
  t,
  type Unavailable,
} from '@portcullis/domain';
import { removal, rowsAt, sendBatch, type Write } from '../client/batch.ts';
import type { PocketbaseClient } from '../client/client.ts';
import { type Refused, unexplained } from '../client/failure.ts';
import { filterOf } from '../columns.ts';
import { pageOfRows } from '../rows.ts';
import { pocketbaseSealing, type Sealing } from '../sealing/sealing.ts';
import { type AnswerBox, answerBox, StoredAnswer } from './kept-answer.ts';

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
const Rows = pageOfRows(KeyRow);
const Ids = pageOfRows(t.type({ id: t.string }, 'row id'));

const collection = 'idempotency_keys';

/** How many rows one batch deletes. */
const perBatch = 50;

/** How often a key that others keep taking is read again before it counts as in progress. */
const looks = 3;

const asOutage = (failure: Refused | Unavailable): Unavailable =>
  failure._tag === 'Refused' ? unexplained('database', failure) : failure;

const columnsOf = ({ holder, key, request, heldUntil, keptUntil }: KeyClaim, operation: string) => ({
  id: holder,
  key,
  request,
  operation,
  held_until: heldUntil,
  kept_until: keptUntil,
});

/** Whether another owner has the key: our row is gone, or a row with our id or our key exists already. */
const isElsewhere = ({ status, codes }: Refused): boolean =>
  status === 404 || codes['id'] === 'validation_not_unique' || codes['key'] === 'validation_not_unique';

/**
 * Returns `whenElsewhere` when the rejection means that another owner has the key; any other rejection is an outage.
 */
const orElsewhere =
  <A>(whenElsewhere: TaskEither<Unavailable, A>) =>
  (failure: Refused | Unavailable): TaskEither<Unavailable, A> =>
    failure._tag === 'Refused' && isElsewhere(failure) ? whenElsewhere : TE.left(asOutage(failure));

/**
 * Deletes the row that was read and writes another in its place. It is rejected when the first row no longer exists.
 */
const replace = (client: PocketbaseClient, seen: string, row: Write['body']) =>
  sendBatch(client, [removal(collection, seen), { method: 'POST', url: rowsAt(collection), body: row }]);

const rowOf = (client: PocketbaseClient, key: string): TaskEither<Unavailable, KeyRow | null> =>
  pipe(
    client.call(Rows, (pb, options) =>
      pb.collection(collection).getList(1, 1, {
        ...options,
        filter: filterOf(pb, 'key = {:key}', { key }),
        skipTotal: true,
      }),
    ),
    TE.mapLeft(asOutage),
    TE.map(({ items }) => items[0] ?? null),
  );

/** Replaces the row of an expired claim by one's own. */
const takeOver = (
  client: PocketbaseClient,
  claim: KeyClaim,
  seen: KeyRow,
  lost: TaskEither<Unavailable, KeyState>,
): TaskEither<Unavailable, KeyState> => {
  const again = seen.kept_until > claim.now;
  const operation = again ? seen.operation : claim.operation;
  return pipe(
    replace(client, seen.id, columnsOf(claim, operation)),
    TE.map((): KeyState => ({ state: 'mine', operation, again })),
    TE.orElse(orElsewhere(lost)),
  );
};

const ofRow = ({ profile }: KeyRow): ProfileId | null => (profile === '' ? null : profile);

const done =
  (row: KeyRow) =>
  (answer: KeptAnswer | null): KeyState =>
    answer === null ? { state: 'erased' } : { state: 'done', answer, profileId: ofRow(row) };

type Needs = { readonly client: PocketbaseClient; readonly box: AnswerBox };

/** Determines the state of a key that existed before. */
const look = (needs: Needs, claim: KeyClaim, left: number): TaskEither<Unavailable, KeyState> => {
  const { client, box } = needs;
  const lost = left > 1 ? look(needs, claim, left - 1) : TE.right<Unavailable, KeyState>({ state: 'busy' });
  return pipe(
    rowOf(client, claim.key),
    TE.flatMap((row): TaskEither<Unavailable, KeyState> => {
      // The row was pruned between the rejection and this read; the next attempt begins again.
      if (row === null) return TE.right({ state: 'busy' });
      if (row.kept_until <= claim.now) return takeOver(client, claim, row, lost);
      if (row.request !== claim.request) return TE.right({ state: 'other' });
      if (row.answer) return TE.map(done(row))(box.open(row.answer, { key: claim.key, profileId: ofRow(row) }));
      // Only a row with a response ever names a profile.
      if (row.profile !== '') return TE.right({ state: 'erased' });
      return row.held_until > claim.now ? TE.right({ state: 'busy' }) : takeOver(client, claim, row, lost);
    }),
  );
};

const update = (client: PocketbaseClient, { holder }: KeyClaim, heldUntil: string): TaskEither<Unavailable, boolean> =>
  pipe(
    client.call(Written, (pb, options) =>
      pb.collection(collection).update(holder, { held_until: heldUntil }, { ...options, fields: 'id' }),
    ),
    TE.map(() => true),
    TE.orElse(orElsewhere(TE.right(false))),
  );

/** Replaces the claim by the response. After that nobody owns the key. */
const keep = (
  client: PocketbaseClient,
  claim: KeyClaim,
  answer: StoredAnswer | null,
  profileId: ProfileId | null,
): TaskEither<Unavailable, boolean> =>
  pipe(
    replace(client, claim.holder, {
      ...columnsOf(claim, claim.operation),
      id: idFrom(`answer/${claim.holder}`),
      profile: profileId ?? '',
      answer,
    }),
    TE.map(() => true),
    TE.orElse(orElsewhere(TE.right(false))),
  );

/** Deletes rows together. When another instance has deleted one of them meanwhile, they are left for the next round. */
const removeAll = (client: PocketbaseClient, ids: readonly string[]): TaskEither<Unavailable, number> =>
  ids.length === 0
    ? TE.right(0)
    : pipe(
        sendBatch(
          client,
          ids.map((id) => removal(collection, id)),
        ),
        TE.map(() => ids.length),
        TE.orElse(orElsewhere(TE.right(0))),
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
          filter: filterOf(pb, 'kept_until <= {:now}', { now }),
          sort: 'kept_until',
          fields: 'id',
          skipTotal: true,
        }),
      )();
      if (E.isLeft(old)) return E.left(asOutage(old.left));
      const removed: Either<Unavailable, number> = await removeAll(
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
  sealing: Sealing = pocketbaseSealing(client, null),
): IdempotencyStore => {
  const box = answerBox(sealing);
  return {
    claim: (claim) =>
      pipe(
        client.call(Written, (pb, options) =>
          pb.collection(collection).create(columnsOf(claim, claim.operation), { ...options, fields: 'id' }),
        ),
        TE.map((): KeyState => ({ state: 'mine', operation: claim.operation, again: false })),
        TE.orElse(orElsewhere(look({ client, box }, claim, looks))),
      ),
    renew: (claim, heldUntil) => update(client, claim, heldUntil),
    complete: (claim, answer, profileId) =>
      pipe(
        box.close(answer, { key: claim.key, profileId }),
        TE.flatMap((stored) => keep(client, claim, stored, profileId)),
      ),
    release: (claim) => TE.map(() => undefined)(update(client, claim, claim.now)),
    prune: pruneFrom(client),
  };
};
