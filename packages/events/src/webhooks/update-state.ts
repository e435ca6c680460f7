import { E, type Either, type Unavailable, type VersionConflict, versionConflict } from '@portcullis/domain/kernel';
import { isoNow } from '@portcullis/domain/use-cases';
import type { RecordDeps, StateUpdate } from './delivery/delivery-record.ts';

/** The deliverer writes the state many times a second, and it must stay the same from the read to the write. */
const maxTries = 30;

/**
 * Changes the state of deliveries for a request of the API, also while another instance delivers. Its generation stays:
 * the holder of the lease finds that its own write was refused, and makes it again.
 */
export const updateState = async (
  { clock, deliveries, ids }: RecordDeps,
  endpointId: string,
  update: StateUpdate,
): Promise<Either<VersionConflict | Unavailable, void>> => {
  for (let tries = 0; tries < maxTries; tries += 1) {
    const found = await deliveries.state(endpointId)();
    if (E.isLeft(found)) return found;
    if (found.right === null) return E.right(undefined);
    const { entries = [], state } = update(found.right);
    const next = { ...state, id: ids.id() };
    const changes = { tries: [], put: [], settled: [], entries };
    const written = await deliveries.record(found.right, next, changes, isoNow(clock))();
    if (E.isLeft(written)) return written;
    if (written.right) return E.right(undefined);
  }
  return E.left(versionConflict);
};
