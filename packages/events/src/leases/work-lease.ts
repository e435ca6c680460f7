import { E, type Either, maxSkewMs, type Unavailable } from '@portcullis/domain/kernel';
import { type Clock, type IdGenerator, monotonicNow } from '@portcullis/domain/ports';
import { clockFault } from '@portcullis/domain/use-cases';
import type { LeasedWork, WorkLease, WorkLeases } from '../ports/work-leases.ts';
import { instanceLeaseMs, isRenewalDue, leaseEnd } from './lease-term.ts';

/** No other instance believes that a lease has expired which was renewed within this time, whatever its clock says. */
const renewedWithinMs = 12_000;

/** How soon a lease is renewed, so that a database that takes some seconds to answer does not stop the work. */
const renewAfterMs = 7000;

/** The error of a comparison of clocks: an answer has whole seconds, and takes some time itself. */
const unseenMs = 5000;

/** How much two trusted clocks may differ. */
const maxDifferenceMs = 2 * maxSkewMs + unseenMs;

/** How often an instance that stands by looks whether the lease is free. */
const lookEveryMs = 3000;

export type WorkLeaseDeps = { readonly leases: WorkLeases; readonly clock: Clock; readonly ids: IdGenerator };

/** The lease of this instance on a work; it has none before it has taken it. */
export type KeptLease = {
  /**
   * Renews the lease, or looks whether it is free and takes it. Call it every second; concurrent calls share one run.
   * It does nothing while the clock is not trusted.
   */
  readonly keep: () => Promise<Either<Unavailable, void>>;
  /** The generation of the lease while work may begin under it; `null` otherwise. */
  readonly generation: () => number | null;
  /** Whether work may begin under it. */
  readonly isHeld: () => boolean;
  /** Gives the lease back, if this instance has it. Another one takes it at its next look. */
  readonly release: () => Promise<void>;
};

const done: Either<Unavailable, void> = E.right(undefined);

/** The lease of another instance as it was first seen, by the monotonic clock. */
const observedLease = (clock: Clock) => {
  let seen: WorkLease | null = null;
  let at = 0;
  return {
    note: (lease: WorkLease): void => {
      if (seen?.generation === lease.generation && seen.heldUntil === lease.heldUntil) return;
      seen = lease;
      at = monotonicNow(clock);
    },
    /**
     * Whether a lease has expired. The clock of its holder may differ from this one, so its end is believed only if it
     * was not renewed meanwhile. A lease from a clock that was far ahead counts as expired.
     */
    hasEnded: ({ heldUntil }: WorkLease): boolean => {
      const leftMs = Date.parse(heldUntil) - clock.now();
      if (!(leftMs > -maxDifferenceMs && leftMs <= instanceLeaseMs + maxDifferenceMs)) return true;
      return monotonicNow(clock) - at >= (leftMs > 0 ? instanceLeaseMs : renewedWithinMs);
    },
  };
};

/**
 * The lease that lets one of several instances do a work. Every write is a compare-and-set, so that one of several that
 * see a free lease gets it, and an instance that has lost it without noticing learns so at its renewal.
 */
export const createWorkLease = ({ clock, ids, leases }: WorkLeaseDeps, work: LeasedWork): KeptLease => {
  const holder = ids.id();
  const observed = observedLease(clock);
  let held: { readonly lease: WorkLease; readonly at: number } | null = null;
  let nextLook = Number.NEGATIVE_INFINITY;

  const replace = async (seen: WorkLease, next: WorkLease): Promise<Either<Unavailable, void>> => {
    const at = monotonicNow(clock);
    const replaced = await leases.replace(work, seen, next)();
    if (E.isLeft(replaced)) return replaced;
    held = replaced.right ? { lease: next, at } : null;
    return done;
  };

  /** An instance that has lost the answer to its write finds its own name in the lease, and takes it again. */
  const isFree = (lease: WorkLease): boolean =>
    lease.holder === holder || lease.holder === '' || observed.hasEnded(lease);

  const look = async (): Promise<Either<Unavailable, void>> => {
    const found = await leases.find(work)();
    if (E.isLeft(found)) return found;
    nextLook = monotonicNow(clock) + lookEveryMs;
    observed.note(found.right);
    if (!isFree(found.right)) return done;
    return replace(found.right, { generation: found.right.generation + 1, holder, heldUntil: leaseEnd(clock) });
  };

  const keep = async (): Promise<Either<Unavailable, void>> => {
    if (clockFault(clock) !== null) return done;
    if (held === null) return monotonicNow(clock) < nextLook ? done : look();
    const { lease } = held;
    if (!isRenewalDue(clock, lease.heldUntil, renewAfterMs)) return done;
    return replace(lease, { ...lease, heldUntil: leaseEnd(clock) });
  };

  let keeping: Promise<Either<Unavailable, void>> | null = null;
  const generation = (): number | null => {
    if (held === null || clockFault(clock) !== null) return null;
    const { at, lease } = held;
    const isOld = monotonicNow(clock) - at >= renewedWithinMs;
    const isEnding = clock.now() >= Date.parse(lease.heldUntil) - instanceLeaseMs + renewedWithinMs;
    return isOld || isEnding ? null : lease.generation;
  };

  return {
    keep: () => {
      keeping ??= keep().finally(() => {
        keeping = null;
      });
      return keeping;
    },
    generation,
    isHeld: () => generation() !== null,
    release: async () => {
      await keeping;
      if (held === null) return;
      const { lease } = held;
      held = null;
      nextLook = monotonicNow(clock) + lookEveryMs;
      await leases.replace(work, lease, { ...lease, holder: '', heldUntil: '' })();
    },
  };
};
