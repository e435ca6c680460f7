import type { Unavailable } from '../../kernel/errors.ts';
import { E, type Either } from '../../kernel/fp.ts';
import { canonicalDigest } from '../../kernel/hash.ts';
import type { ProfileId } from '../../kernel/ids.ts';
import type { Clock } from '../../ports/clock.ts';
import type { IdGenerator } from '../../ports/id-generator.ts';
import type { IdempotencyStore, KeyClaim, KeyState, StoredResponse } from '../../ports/stores/idempotency-store.ts';
import { clockFault } from '../../ports/trusted-clock.ts';
import type { IdempotentOperation } from './operation.ts';
import { withPorts } from './use-case.ts';

/** Repeats something until it is stopped. It answers no function, since a function that a port answers is a task. */
export type ScheduleInterval = (milliseconds: number, work: () => void) => { readonly stop: () => void };

/**
 * The result of an attempt, and the response that repeated requests get; `keep` is `null` when the same request may be
 * attempted again.
 */
export type AttemptResult<A> = {
  readonly value: A;
  readonly keep: { readonly answer: StoredResponse; readonly profileId: ProfileId | null } | null;
};

/**
 * `ran`: this attempt carried the request out. `in_progress`: another attempt does. `mismatch`: the key was used for
 * another request. `completed`: the response of an earlier attempt.
 */
export type IdempotentResult<A> =
  | { readonly state: 'ran'; readonly value: A }
  | Exclude<KeyState, { readonly state: 'acquired' }>;

/**
 * Carries a request out once for its key, and answers repeated requests with the first response. `owner` says whose key
 * it is. When the store has an outage, or the clock is not believed, the request is not carried out, and a response
 * that could not be stored is not given.
 */
export type WithIdempotencyKey = <A>(
  input: { readonly owner: readonly (string | null)[]; readonly key: string; readonly request: string },
  run: (operation: IdempotentOperation) => Promise<AttemptResult<A>>,
) => Promise<Either<Unavailable, IdempotentResult<A>>>;

type Deps = {
  readonly keys: IdempotencyStore;
  readonly ids: IdGenerator;
  readonly clock: Clock;
  readonly every: ScheduleInterval;
};

/** An attempt whose lease has expired (10 s without renewal) counts as dead. */
const claimLeaseMs = 10_000;
const renewalMs = 3_000;
/** How long a key is remembered. */
const retentionMs = 72 * 3_600_000;

const after = (now: number, ms: number): string => new Date(now + ms).toISOString();

/** Runs a request under a lease that is renewed meanwhile, so that a long request does not count as dead. */
const runUnderLease = async <A>({ keys, clock, every }: Deps, claim: KeyClaim, run: () => Promise<A>): Promise<A> => {
  let renewed: Promise<unknown> = Promise.resolve();
  const renewal = every(renewalMs, () => {
    if (clockFault(clock) !== null) return;
    renewed = Promise.all([renewed, keys.renew(claim, after(clock.now(), claimLeaseMs))()]);
  });
  try {
    return await run();
  } finally {
    renewal.stop();
    // A renewal that arrives after the release would hold the key for another lease.
    await renewed;
  }
};

/** Runs a request under its lease. An attempt that throws leaves the key to the next one. */
const attempt = async <A>(deps: Deps, claim: KeyClaim, run: () => Promise<A>): Promise<A> => {
  try {
    return await runUnderLease(deps, claim, run);
  } catch (cause) {
    await deps.keys.release(claim)();
    throw cause;
  }
};

/**
 * Stores the response before it is given. When that fails the claim is released without a response: the next attempt
 * finds what this one wrote, and its response is the one that is stored.
 */
const settle = async <A>(
  { keys }: Deps,
  claim: KeyClaim,
  { value, keep }: AttemptResult<A>,
): Promise<Either<Unavailable, IdempotentResult<A>>> => {
  const releaseClaim = keys.release(claim);
  if (keep === null) {
    await releaseClaim();
    return E.right({ state: 'ran', value });
  }
  const kept = await keys.complete(claim, keep.answer, keep.profileId)();
  if (E.isRight(kept)) return E.right(kept.right ? { state: 'ran', value } : { state: 'in_progress' });
  await releaseClaim();
  return kept;
};

export const withIdempotencyKey = withPorts(
  'withIdempotencyKey',
  ['keys', 'ids', 'clock', 'every'],
  (deps: Deps): WithIdempotencyKey => {
    return async ({ owner, key, request }, run) => {
      const fault = clockFault(deps.clock);
      if (fault) return E.left(fault);
      const now = deps.clock.now();
      const claim: KeyClaim = {
        key: canonicalDigest([...owner, key]),
        // The key is part of the digest, so that the stored digest reveals nothing about the request.
        request: canonicalDigest([key, request]),
        owner: deps.ids.id(),
        operation: deps.ids.salt(),
        now: after(now, 0),
        heldUntil: after(now, claimLeaseMs),
        keptUntil: after(now, retentionMs),
      };
      const claimed = await deps.keys.claim(claim)();
      if (E.isLeft(claimed)) return claimed;
      if (claimed.right.state !== 'acquired') return E.right(claimed.right);
      const { isRetry, operation } = claimed.right;
      const held = { ...claim, operation };
      return settle(deps, held, await attempt(deps, held, () => run({ id: operation, isRetry })));
    };
  },
);
