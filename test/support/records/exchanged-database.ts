import { E, type Either, type TaskEither, type Unavailable } from '@portcullis/domain';
import type { RecordDriver } from '@portcullis/record-store/driver';
import { memoryDriver } from '@portcullis/record-store/memory';
import type { MemoryTables } from '#record-store/memory/tables';

type Call<Args extends readonly unknown[], F, A> = (...args: Args) => TaskEither<F | Unavailable, A>;

/**
 * An address behind which the database can be exchanged. Like a pool it begins a connection when it is used and has no
 * free one, and a connection leads to the same database for as long as it lives.
 */
export const exchangedDatabase = (first: MemoryTables) => {
  let behind = memoryDriver(first);
  let connected: RecordDriver | null = null;
  let busy: RecordDriver | null = null;
  let begun = 0;
  let ask: Parameters<RecordDriver['beforeWrites']>[0] = () => null;
  let refusal: Unavailable | null = null;
  let held: Promise<void> | null = null;

  const connection = (): RecordDriver => {
    if (connected !== null) return connected;
    begun += 1;
    connected = behind;
    return connected;
  };
  const read =
    <Args extends readonly unknown[], F, A>(of: (driver: RecordDriver) => Call<Args, F, A>): Call<Args, F, A> =>
    (...args) =>
    () =>
      of(connection())(...args)();
  const write =
    <Args extends readonly unknown[], F, A>(of: (driver: RecordDriver) => Call<Args, F, A>): Call<Args, F, A> =>
    (...args) =>
    async (): Promise<Either<F | Unavailable, A>> => {
      const driver = connection();
      const asked = await ask()?.();
      if (asked !== undefined && E.isLeft(asked)) return asked;
      return refusal === null ? of(driver)(...args)() : E.left(refusal);
    };

  const driver: RecordDriver = {
    transaction: write((to) => to.transaction),
    updateIf: write((to) => to.updateIf),
    entriesWithoutPlace: read((to) => to.entriesWithoutPlace),
    get: (table, id, options) => async () => {
      const kept = table === 'installation' ? busy : null;
      const from = options?.onNewConnection ? behind : (kept ?? connection());
      const row = await from.get(table, id, options)();
      if (table === 'installation') await held;
      return row;
    },
    page: read((to) => to.page),
    count: read((to) => to.count),
    distinct: read((to) => to.distinct),
    putBlob: write((to) => to.putBlob),
    getBlob: read((to) => to.getBlob),
    removeBlob: write((to) => to.removeBlob),
    removeBlobs: write((to) => to.removeBlobs),
    mayHoldCopies: read((to) => to.mayHoldCopies),
    purge: write((to) => to.purge),
    size: () => connection().size(),
    connections: () => begun,
    beforeWrites: (next) => {
      ask = next;
    },
  };
  return {
    driver,
    /** Later connections lead to another database. */
    exchange: (tables: MemoryTables): void => {
      behind = memoryDriver(tables);
    },
    /** The next call begins a connection. */
    cut: (): void => {
      connected = null;
      busy = null;
    },
    /** The next call begins a connection, too; a look that needs none of its own finds the earlier one free again. */
    occupy: (): void => {
      busy = connected;
      connected = null;
    },
    refuseWrites: (failure: Unavailable | null): void => {
      refusal = failure;
    },
    /** Holds the answers of looks at the installation back, until what is answered here is called. */
    holdLooks: (): (() => void) => {
      let release = (): void => undefined;
      held = new Promise((resolve) => {
        release = resolve;
      });
      return () => {
        held = null;
        release();
      };
    },
  };
};
