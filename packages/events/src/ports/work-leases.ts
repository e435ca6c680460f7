import type { TaskEither, Unavailable } from '@portcullis/domain/kernel';

/**
 * The work that one instance at a time does for all of them: what is due by time, and the delivery of webhooks. Placing
 * entries has a lease of its own, in the state of the log.
 */
export type LeasedWork = 'sweep' | 'delivery';

/** The lease on a work. Each new holder raises its generation. */
export type WorkLease = {
  readonly generation: number;
  /** Empty where nobody has it. */
  readonly holder: string;
  /** ISO 8601. */
  readonly heldUntil: string;
};

export type WorkLeases = {
  /** The lease as it is now. One that was never taken has generation 0. */
  readonly find: (work: LeasedWork) => TaskEither<Unavailable, WorkLease>;
  /** Replaces a lease, if it is as it was seen. */
  readonly replace: (work: LeasedWork, seen: WorkLease, next: WorkLease) => TaskEither<Unavailable, boolean>;
};
