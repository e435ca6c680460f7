import { E, type Either, type TaskEither, type Unavailable } from '@portcullis/domain';
import { t } from '@portcullis/domain/kernel';
import { oneOfTexts } from '../driver/condition.ts';
import type { ObjectStore, StoredObject } from '../driver/object-store.ts';
import { pageOfRows } from '../driver/read-rows.ts';
import type { RecordDriver } from '../driver/record-driver.ts';
import type { BucketOwner } from './bucket-owner.ts';
import { fileOfKey } from './object-key.ts';

/** How many objects are looked at together; a condition has at most 100 comparisons. */
const perPage = 100;

/** How many objects without a row were removed, and after which key to continue; `null` at the end. */
export type ObjectSweep = { readonly removed: number; readonly next: string | null };

const KeyRow = t.type({ id: t.string, object_key: t.string });

/** The objects that a file store has made, and that no row names. */
const withoutRow = async (
  driver: RecordDriver,
  found: readonly StoredObject[],
): Promise<Either<Unavailable, readonly string[]>> => {
  const fileOf = new Map(found.flatMap(({ key }) => (fileOfKey(key) === null ? [] : [[key, fileOfKey(key)]])));
  const ids = [...new Set(fileOf.values())].filter((id) => id !== null && id !== undefined);
  if (ids.length === 0) return E.right([]);
  const rows = await pageOfRows(driver, 'files', KeyRow, {
    filter: oneOfTexts('id', ids),
    columns: ['id', 'object_key'],
    limit: perPage,
    deadline: 'maintenance',
  })();
  if (E.isLeft(rows)) return rows;
  const named = new Set(rows.right.map((row) => row.object_key));
  return E.right([...fileOf.keys()].filter((key) => !named.has(key)));
};

/**
 * Removes the objects of one page that no row names and that were written before a time (milliseconds): a writer that
 * has not written its row by then has died. Objects that no file store has made stay. Nothing is removed where the
 * objects are another installation's.
 */
export const sweepObjects =
  (driver: RecordDriver, objects: ObjectStore, owner: Pick<BucketOwner, 'ensureOwn'>) =>
  (before: number, after: string | null): TaskEither<Unavailable, ObjectSweep> =>
  async () => {
    const own = await owner.ensureOwn();
    if (E.isLeft(own)) return own;
    const found = await objects.list('', after, perPage)();
    if (E.isLeft(found)) return found;
    const orphans = await withoutRow(
      driver,
      found.right.filter(({ modifiedAt }) => modifiedAt < before),
    );
    if (E.isLeft(orphans)) return orphans;
    for (const key of orphans.right) {
      const removed = await objects.remove(key)();
      if (E.isLeft(removed)) return removed;
    }
    const next = found.right.length < perPage ? null : (found.right.at(-1)?.key ?? null);
    return E.right({ removed: orphans.right.length, next });
  };
