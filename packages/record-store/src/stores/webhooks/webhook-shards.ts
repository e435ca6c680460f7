import { type TaskEither, TE, type Unavailable } from '@portcullis/domain';
import { deterministicId, t } from '@portcullis/domain/kernel';
import { type ShardLease, type WebhookShards, webhookShards } from '@portcullis/domain/ports';
import { pageOfRows } from '../../driver/read-rows.ts';
import type { RecordDriver, WriteRejection } from '../../driver/record-driver.ts';
import { isNotUnique, unexpectedRejection } from '../../driver/rejection.ts';

const table = 'webhook_shards';

const ShardRow = t.type(
  { shard: t.number, generation: t.number, holder: t.string, held_until: t.string },
  'row of a shard',
);
type ShardRow = t.TypeOf<typeof ShardRow>;

const rowId = (shard: number): string => deterministicId(`webhook_shard/${shard}`);

const columnsOf = ({ generation, heldUntil, holder, shard }: ShardLease): ShardRow => ({
  ...{ shard, generation, holder, held_until: heldUntil },
});

/** Of several instances that take a shard for the first time one creates its row. */
const ifFirst = (failure: WriteRejection | Unavailable): TaskEither<Unavailable, boolean> =>
  isNotUnique(failure, 'id', 'shard') ? TE.right(false) : TE.left(unexpectedRejection()(failure));

/** The leases of the shards, one row each. */
export const webhookShardsOver = (driver: RecordDriver): WebhookShards => ({
  leases: () =>
    TE.map((rows: readonly ShardRow[]) => {
      const found = new Map(rows.map((row) => [row.shard, row]));
      return Array.from({ length: webhookShards }, (_, shard): ShardLease => {
        const { generation = 0, held_until: heldUntil = '', holder = '' } = found.get(shard) ?? {};
        return { shard, generation, holder, heldUntil };
      });
    })(pageOfRows(driver, table, ShardRow, { sort: ['shard'], limit: webhookShards })),
  replace: (seen, next) => {
    const columns = columnsOf(next);
    if (seen.generation === 0)
      return TE.orElse(ifFirst)(
        TE.map(() => true)(driver.transaction([{ kind: 'insert', table, row: { id: rowId(next.shard), ...columns } }])),
      );
    const { generation, held_until, holder } = columnsOf(seen);
    return driver.updateIf({ table, id: rowId(seen.shard), expected: { generation, held_until, holder }, columns });
  },
});
