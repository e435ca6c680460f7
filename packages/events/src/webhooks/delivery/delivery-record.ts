import { E, type Either, type Unavailable } from '@portcullis/domain/kernel';
import type { LedgerEntry } from '@portcullis/domain/ledger';
import type { Clock, IdGenerator } from '@portcullis/domain/ports';
import { isoNow } from '@portcullis/domain/use-cases';
import type { DeliveryChanges, DeliveryState, WebhookDeliveries } from '../../ports/webhook-deliveries.ts';

export type RecordDeps = {
  readonly deliveries: Pick<WebhookDeliveries, 'record' | 'state'>;
  readonly clock: Clock;
  readonly ids: IdGenerator;
};

/** The state after a write, and the ledger entries that the write adds. */
export type StateUpdate = (state: DeliveryState) => {
  readonly state: DeliveryState;
  readonly entries?: readonly LedgerEntry[];
};

const noChanges: DeliveryChanges = { tries: [], put: [], settled: [] };
const maxTries = 3;

/**
 * The state of the deliveries to an endpoint, under a lease of one generation. `null`: another instance has a later
 * generation, or the endpoint is gone.
 */
export type DeliveryRecord = {
  /** Reads the state, and marks it with the generation, so that the holder of an earlier lease can write no more. */
  readonly claim: (generation: number) => Promise<Either<Unavailable, DeliveryState | null>>;
  /** Writes the next state together with everything that belongs to it. */
  readonly write: (
    update: StateUpdate,
    changes?: DeliveryChanges,
  ) => Promise<Either<Unavailable, DeliveryState | null>>;
  /** The state as it was written or read last. */
  readonly current: () => DeliveryState | null;
  readonly forget: () => void;
};

export const createDeliveryRecord = ({ clock, deliveries, ids }: RecordDeps, endpointId: string): DeliveryRecord => {
  let current: DeliveryState | null = null;

  /** Reads the state again if this instance may still write it. */
  const reload = async (generation: number): Promise<Either<Unavailable, DeliveryState | null>> => {
    current = null;
    const found = await deliveries.state(endpointId)();
    if (E.isLeft(found)) return found;
    if (found.right === null || found.right.generation > generation) return E.right(null);
    current = found.right;
    return found;
  };

  /** A request of the API may have replaced the state; another instance has raised its generation. */
  const write = async (
    generation: number,
    update: StateUpdate,
    changes: DeliveryChanges,
  ): Promise<Either<Unavailable, DeliveryState | null>> => {
    for (let tries = 0; current !== null && tries < maxTries; tries += 1) {
      const seen = current;
      const { entries = [], state } = update(seen);
      const next = { ...state, id: ids.id(), generation };
      current = null;
      const written = await deliveries.record(seen, next, { ...changes, entries }, isoNow(clock))();
      if (E.isLeft(written)) return written;
      if (written.right) {
        current = next;
        return E.right(next);
      }
      const again = await reload(generation);
      if (E.isLeft(again)) return again;
      if (again.right !== null && again.right.generation !== seen.generation) return E.right(null);
    }
    return E.right(null);
  };

  return {
    claim: async (generation) => {
      const found = await reload(generation);
      if (E.isLeft(found) || found.right === null || found.right.generation === generation) return found;
      return write(generation, (state) => ({ state }), noChanges);
    },
    write: async (update, changes = noChanges) =>
      current === null ? E.right(null) : write(current.generation, update, changes),
    current: () => current,
    forget: () => {
      current = null;
    },
  };
};
