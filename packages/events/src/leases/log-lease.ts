import { E, type Either, type Unavailable } from '@portcullis/domain/kernel';
import type { Clock, IdGenerator } from '@portcullis/domain/ports';
import { emptyLogHash } from '../ledger/checkpoint.ts';
import type { LedgerLog, LogState, UnplacedEntry } from '../ports/ledger-log.ts';
import { isLeaseCurrent, isRenewalDue, leaseEnd } from './lease-term.ts';

export type LeaseDeps = { readonly ledgerLog: LedgerLog; readonly clock: Clock; readonly ids: IdGenerator };

type Held = Promise<Either<Unavailable, LogState | null>>;

/**
 * The lease on appending to the log, which every append renews. Each function answers the state of the log, or `null`
 * when another one has it.
 */
export type LogLease = {
  /** Takes the lease when it is free, or keeps it. The log is created at the first time. */
  readonly acquire: () => Held;
  /** Replaces the state and places entries, if the lease was not lost. */
  readonly append: (next: LogState, entries: readonly UnplacedEntry[]) => Held;
  /** Whether it was held when it was used last. */
  readonly isHeld: () => boolean;
  /** Gives the lease back. */
  readonly release: () => Promise<void>;
};

/**
 * Every write is a compare-and-set of generation and size, so that an instance that has lost the lease without noticing
 * writes nothing. After a write without an answer the state is read again: it says whether the write was made.
 */
export const createLogLease = ({ ledgerLog, clock, ids }: LeaseDeps): LogLease => {
  const holder = ids.id();
  let held: LogState | null = null;

  const until = (): string => leaseEnd(clock);

  const write = async (seen: LogState, next: LogState, entries: readonly UnplacedEntry[]): Held => {
    held = null;
    const written = await ledgerLog.append(seen, next, entries)();
    if (E.isLeft(written)) return written;
    held = written.right ? next : null;
    return E.right(held);
  };

  const find = async (): Held => {
    const found = await ledgerLog.state()();
    if (E.isLeft(found) || found.right !== null) return found;
    const first = {
      logId: ids.id(),
      generation: 0,
      holder: '',
      heldUntil: '',
      size: 0,
      hash: emptyLogHash,
    };
    const created = await ledgerLog.create(first)();
    return E.isLeft(created) ? created : ledgerLog.state()();
  };

  const take = async (): Held => {
    const found = await find();
    if (E.isLeft(found) || found.right === null) return found;
    const seen = found.right;
    if (seen.holder !== holder && isLeaseCurrent(clock, seen.heldUntil)) return E.right(null);
    return write(seen, { ...seen, generation: seen.generation + 1, holder, heldUntil: until() }, []);
  };

  return {
    acquire: async () => {
      if (held === null) return take();
      if (!isRenewalDue(clock, held.heldUntil)) return E.right(held);
      return write(held, { ...held, heldUntil: until() }, []);
    },
    append: async (next, entries) =>
      held === null ? E.right(null) : write(held, { ...next, heldUntil: until() }, entries),
    isHeld: () => held !== null,
    release: async () => {
      if (held !== null) await write(held, { ...held, holder: '', heldUntil: '' }, []);
      held = null;
    },
  };
};
