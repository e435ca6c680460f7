import { E, type Either, pipe, type TaskEither, TE, type Unavailable } from '@portcullis/domain';
import { t } from '@portcullis/domain/kernel';
import type { AssertionUse, RevokedToken, TokenStateStore } from '@portcullis/domain/ports';
import { allOf, anyOf, type Condition, compare, equal } from '../driver/condition.ts';
import { pageOfRows } from '../driver/read-rows.ts';
import type { RecordDriver } from '../driver/record-driver.ts';
import { unexpectedRejection } from '../driver/rejection.ts';
import { pruneOldest } from './prune-oldest.ts';

const table = 'token_states';
const pageSize = 500;

const RevokedRow = t.type({ id: t.string, digest: t.string, recorded_at: t.string, expires_at: t.string });
type Revoked = t.TypeOf<typeof RevokedRow>;

/** Inserts a row, and answers whether it is the first of its kind with this digest. */
const insertOnce = (
  driver: RecordDriver,
  row: { readonly kind: string; readonly digest: string; readonly recorded_at: string; readonly expires_at: string },
): TaskEither<Unavailable, boolean> =>
  pipe(
    driver.transaction([{ kind: 'insert', table, row }]),
    TE.map(() => true),
    TE.orElse((failure) => {
      if (failure._tag === 'NotUnique') return TE.right(false);
      return TE.left(failure._tag === 'Unavailable' ? failure : unexpectedRejection()(failure));
    }),
  );

/** The rows behind a row in the order in which the pages are read. */
const following = ({ id, recorded_at }: Revoked): Condition =>
  anyOf([
    compare('recorded_at', '>', recorded_at),
    allOf([compare('recorded_at', '=', recorded_at), compare('id', '>', id)]),
  ]);

const revokedFrom =
  (driver: RecordDriver): TokenStateStore['revokedSince'] =>
  (since) =>
  async () => {
    const found: RevokedToken[] = [];
    let from: Condition = compare('recorded_at', '>=', since);
    while (true) {
      const page: Either<Unavailable, readonly Revoked[]> = await pageOfRows(driver, table, RevokedRow, {
        filter: allOf([equal({ kind: 'revoked' }), from]),
        sort: ['recorded_at', 'id'],
        limit: pageSize,
      })();
      if (E.isLeft(page)) return page;
      for (const { digest, recorded_at, expires_at } of page.right)
        found.push({ id: digest, revokedAt: recorded_at, expiresAt: expires_at });
      const last = page.right.at(-1);
      if (last === undefined || page.right.length < pageSize) return E.right(found);
      from = following(last);
    }
  };

/** Stores which tokens were revoked and which assertions were used. The unique index decides which use is the first. */
export const tokenStateStoreOver = (driver: RecordDriver): TokenStateStore => ({
  revoke: ({ id, revokedAt, expiresAt }) =>
    pipe(
      insertOnce(driver, { kind: 'revoked', digest: id, recorded_at: revokedAt, expires_at: expiresAt }),
      TE.map(() => undefined),
    ),
  revokedSince: revokedFrom(driver),
  useAssertion: ({ id, expiresAt }, usedAt) =>
    pipe(
      insertOnce(driver, { kind: 'assertion', digest: id, recorded_at: usedAt, expires_at: expiresAt }),
      TE.map((isFirst): AssertionUse => (isFirst ? 'first' : 'repeated')),
    ),
  prune: (expiredBefore, limit) =>
    pruneOldest(driver, table, { filter: compare('expires_at', '<', expiredBefore), sort: ['expires_at'] }, limit),
});
