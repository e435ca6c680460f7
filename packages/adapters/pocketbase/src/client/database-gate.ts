import { E } from '@portcullis/domain';
import { after, type GateRejection, readWriteGate, type Trigger } from '@portcullis/domain/kernel';

/** The error code of a statement that could not start. */
export const writesInFlight = 'WRITES_UNDER_WAY';

const rejectionError: { readonly [Rejection in GateRejection]: () => Error } = {
  aborted: () => new Error('aborted'),
  not_drained: () => Object.assign(new Error('writes are under way that do not end soon'), { code: writesInFlight }),
};

type Enter = <A>(work: () => Promise<A>, onCancel: Trigger) => Promise<A>;

/**
 * Lets a statement on the whole database (`VACUUM`, a checkpoint) run only while no write of this process is in flight,
 * and lets writes run only while no statement does. PocketBase executes such a statement on another connection than its
 * writes. A transaction that began before the statement has an old view of the database and may not write any more;
 * PocketBase retries it without success for seconds, and every other write waits for it.
 *
 * The statement waits for the writes, and not the other way round. While a long write is in flight, such as the
 * transfer of a file, other writes proceed, and a statement that cannot start soon is rejected with the code
 * `writesInFlight`, to be retried later. A write waits as long as a running statement takes, and a quarter of a second
 * at most for one that has not started.
 */
export const databaseGate = (): { readonly write: Enter; readonly statement: Enter } => {
  const gate = readWriteGate({ patience: after(globalThis, 1000), drain: after(globalThis, 250), maxAttempts: 3 });
  const enter =
    (mode: 'shared' | 'exclusive'): Enter =>
    async (work, onCancel) => {
      const result = await gate[mode](work, onCancel);
      if (E.isLeft(result)) throw rejectionError[result.left]();
      return result.right;
    };
  return { write: enter('shared'), statement: enter('exclusive') };
};
