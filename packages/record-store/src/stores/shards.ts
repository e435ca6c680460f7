import { pipe, type TaskEither, TE, type Unavailable } from '@portcullis/domain';
import { deterministicId, t } from '@portcullis/domain/kernel';
import { type ShardLease, type Shards, shardCount } from '@portcullis/domain/ports';
import { allOf, compare } from '../driver/condition.ts';
import { pageOfRows } from '../driver/read-rows.ts';
import type { RecordDriver, WriteRejection } from '../driver/record-driver.ts';
import { isNotUnique, unexpectedRejection } from '../driver/rejection.ts';

/** The table has the name of the work that had it first. */
const table = 'webhook_shards';

/**
 * Which numbers the shards of each kind of work have in the table: those of endpoints, those of the work that is due by
 * time, and the seats of the instances that do it.
 */
const firstNumbers = { webhooks: 0, work: shardCount, seats: 2 * shardCount } as const;

const ShardRow = t.type(
  { shard: t.number, generation: t.number, holder: t.string, held_until: t.string },
  'row of a shard',
);
type ShardRow = t.TypeOf<typeof ShardRow>;

const rowId = (number: number): string => deterministicId(`webhook_shard/${number}`);

/** Of several instances that take a shard for the first time one creates its row. */
const ifFirst = (failure: WriteRejection | Unavailable): TaskEither<Unavailable, boolean> =>
  isNotUnique(failure, 'id', 'shard') ? TE.right(false) : TE.left(unexpectedRejection()(failure));

/** The leases of the shards of one kind of work, one row each. */
export const shardsOver = (driver: RecordDriver, kind: keyof typeof firstNumbers): Shards => {
  const first = firstNumbers[kind];
  const columnsOf = ({ generation, heldUntil, holder, shard }: ShardLease): ShardRow => ({
    shard: first + shard,
    generation,
    holder,
    held_until: heldUntil,
  });
  const ownRows = allOf([compare('shard', '>=', first), compare('shard', '<', first + shardCount)]);
  return {
    leases: () =>
      pipe(
        pageOfRows(driver, table, ShardRow, { filter: ownRows, sort: ['shard'], limit: shardCount }),
        TE.map((rows) => {
          const found = new Map(rows.map((row) => [row.shard, row]));
          return Array.from({ length: shardCount }, (_, shard): ShardLease => {
            const { generation = 0, held_until: heldUntil = '', holder = '' } = found.get(first + shard) ?? {};
            return { shard, generation, holder, heldUntil };
          });
        }),
      ),
    replace: (seen, next) => {
      const columns = columnsOf(next);
      const id = rowId(columns.shard);
      if (seen.generation === 0)
        return pipe(
          driver.transaction([{ kind: 'insert', table, row: { id, ...columns } }]),
          TE.map(() => true),
          TE.orElse(ifFirst),
        );
      const { generation, held_until, holder } = columnsOf(seen);
      return driver.updateIf({ table, id, expected: { generation, held_until, holder }, columns });
    },
  };
};
