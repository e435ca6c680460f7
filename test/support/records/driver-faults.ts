import { E, type TaskEither, type Unavailable, unavailable } from '@portcullis/domain';
import type { RecordDriver } from '@portcullis/record-store/driver';

/**
 * `lost`: the call does not reach the database. `late`: no answer comes by the deadline, and nothing is executed.
 * `ambiguous`: no answer comes by the deadline, and the call was executed.
 */
export type DriverFault = 'lost' | 'late' | 'ambiguous';

const failures: { readonly [Fault in DriverFault]: Unavailable } = {
  lost: unavailable('database', 'the database cannot be reached', 'unavailable'),
  late: unavailable('database', 'no answer by the deadline', 'timeout'),
  ambiguous: unavailable('database', 'no answer by the deadline', 'timeout'),
};

/** Plays faults on a driver: `faultOf` is asked before every call, by the name of the function. */
export const withFaults = (
  driver: RecordDriver,
  faultOf: (call: keyof RecordDriver) => DriverFault | null,
): RecordDriver => {
  const play =
    <F, A>(name: keyof RecordDriver, task: TaskEither<F | Unavailable, A>): TaskEither<F | Unavailable, A> =>
    async () => {
      const fault = faultOf(name);
      if (fault === null) return task();
      if (fault === 'ambiguous') await task();
      return E.left(failures[fault]);
    };
  return {
    transaction: (...args) => play('transaction', driver.transaction(...args)),
    updateIf: (...args) => play('updateIf', driver.updateIf(...args)),
    entriesWithoutPlace: (...args) => play('entriesWithoutPlace', driver.entriesWithoutPlace(...args)),
    get: (...args) => play('get', driver.get(...args)),
    page: (...args) => play('page', driver.page(...args)),
    count: (...args) => play('count', driver.count(...args)),
    distinct: (...args) => play('distinct', driver.distinct(...args)),
    putBlob: (...args) => play('putBlob', driver.putBlob(...args)),
    getBlob: (...args) => play('getBlob', driver.getBlob(...args)),
    removeBlob: (...args) => play('removeBlob', driver.removeBlob(...args)),
    removeBlobs: (...args) => play('removeBlobs', driver.removeBlobs(...args)),
    mayHoldCopies: (...args) => play('mayHoldCopies', driver.mayHoldCopies(...args)),
    purge: (...args) => play('purge', driver.purge(...args)),
    size: play('size', driver.size),
    connections: driver.connections,
    beforeWrites: driver.beforeWrites,
  };
};
