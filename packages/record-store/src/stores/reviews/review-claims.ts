import { maxClaims, type ReviewClaims } from '@portcullis/backoffice/ports';
import { pipe, type TaskEither, TE, type Tenant, type Unavailable } from '@portcullis/domain';
import { sequential } from '@portcullis/domain/kernel';
import { allOf, type Condition, compare, oneOfTexts } from '../../driver/condition.ts';
import { pageOfRows } from '../../driver/read-rows.ts';
import type { RecordDriver, WriteRejection } from '../../driver/record-driver.ts';
import { isNotUnique, unexpectedRejection } from '../../driver/rejection.ts';
import { isRowId } from '../../driver/row-id.ts';
import type { RecordEncryption } from '../../keys/record-encryption.ts';
import { visibleTo } from '../../rows/owner-columns.ts';
import { ClaimRow, claimRow, openClaim } from './claim-row.ts';

const table = 'review_claims';

/** One of several who claim a profile for the first time creates the row. */
const ifFirst = (failure: WriteRejection | Unavailable): TaskEither<Unavailable, boolean> =>
  isNotUnique(failure, 'id') ? TE.right(false) : TE.left(unexpectedRejection()(failure));

const heldCondition = (viewer: Tenant, now: string): Condition =>
  allOf([...visibleTo(viewer), compare('held_until', '>', now)]);

const insertFirst = (driver: RecordDriver, row: ClaimRow): TaskEither<Unavailable, boolean> =>
  pipe(
    driver.transaction([{ kind: 'insert', table, row }]),
    TE.map(() => true),
    TE.orElse(ifFirst),
  );

/** Stores the claims on reviews, one row each. A change is a compare-and-set of the generation. */
export const reviewClaimsOver = (driver: RecordDriver, encryption: RecordEncryption): ReviewClaims => {
  const open = (rows: readonly ClaimRow[]) => sequential(rows, openClaim(encryption));
  return {
    of: (ids) => {
      const known = ids.filter(isRowId);
      if (known.length === 0) return TE.right([]);
      const query = { filter: oneOfTexts('id', known), limit: known.length };
      return pipe(pageOfRows(driver, table, ClaimRow, query), TE.flatMap(open));
    },
    held: (viewer, now) =>
      pipe(
        pageOfRows(driver, table, ClaimRow, {
          filter: heldCondition(viewer, now),
          sort: ['held_until', 'id'],
          limit: maxClaims,
        }),
        TE.flatMap(open),
        TE.map((claims) => claims.filter(({ holder }) => holder !== null)),
      ),
    replace: (seen, next) =>
      pipe(
        claimRow(encryption, next),
        TE.flatMap((row) => {
          if (seen === null) return insertFirst(driver, row);
          const { id, ...columns } = row;
          return driver.updateIf({ table, id, expected: { generation: seen.generation }, columns });
        }),
      ),
  };
};
