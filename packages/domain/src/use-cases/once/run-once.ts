import type { Unavailable } from '../../errors.ts';
import { E, type Either } from '../../fp.ts';
import type { ProfileId } from '../../ids.ts';
import { digestOf } from '../../ledger/digest.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Ids } from '../../ports/ids.ts';
import type { IdempotencyStore, KeptAnswer, KeyClaim, KeyState } from '../../ports/stores/idempotency-store.ts';
import type { Operation } from './operation.ts';

/** Repeats something until it is stopped. The answer is the function that stops it. */
export type Every = (milliseconds: number, work: () => void) => () => void;

/**
 * The result of an attempt, and the response that repeated requests get; `keep` is `null` when the same request may be
 * attempted again.
 */
export type Ran<A> = {
  readonly value: A;
  readonly keep: { readonly answer: KeptAnswer; readonly profileId: ProfileId | null } | null;
};

/**
 * `busy`: another attempt is in progress. `other`: the key was used for another request. `done`: the response of an
 * earlier attempt.
 */
export type Once<A> = { readonly state: 'ran'; readonly value: A } | Exclude<KeyState, { readonly state: 'mine' }>;

/**
 * Carries a request out once for its key, and answers repeated requests with the first response. `owner` says whose key
 * it is. When the store has an outage the request is not carried out, and a response that could not be stored is not
 * given.
 */
export type RunOnce = <A>(
  input: { readonly owner: readonly (string | null)[]; readonly key: string; readonly request: string },
  run: (operation: Operation) => Promise<Ran<A>>,
) => Promise<Either<Unavailable, Once<A>>>;

type Needs = {
  readonly keys: IdempotencyStore;
  readonly ids: Ids;
  readonly clock: Clock;
  readonly every: Every;
};

/** An attempt whose lease has expired (10 s without renewal) counts as dead. */
export const holdMs = 10_000;
const renewMs = 3_000;
/** How long a key is remembered. */
export const keptMs = 72 * 3_600_000;

const after = (now: number, ms: number): string => new Date(now + ms).toISOString();

/** Runs a request under a lease that is renewed meanwhile, so that a long request does not count as dead. */
const underClaim = async <A>(
  { keys, clock, every }: Needs,
  claim: KeyClaim,
  run: () => Promise<Ran<A>>,
): Promise<Ran<A>> => {
  const stop = every(renewMs, () => void keys.renew(claim, after(clock.now(), holdMs))());
  try {
    return await run();
  } catch (cause) {
    await keys.release({ ...claim, now: after(clock.now(), 0) })();
    throw cause;
  } finally {
    stop();
  }
};

/**
 * Stores the response before it is given. When that fails the claim is released without a response: the next attempt
 * finds what this one wrote, and its response is the one that is stored.
 */
const settle = async <A>(
  { keys, clock }: Needs,
  claim: KeyClaim,
  { value, keep }: Ran<A>,
): Promise<Either<Unavailable, Once<A>>> => {
  const letGo = keys.release({ ...claim, now: after(clock.now(), 0) });
  if (keep === null) {
    await letGo();
    return E.right({ state: 'ran', value });
  }
  const kept = await keys.complete(claim, keep.answer, keep.profileId)();
  if (E.isRight(kept)) return E.right(kept.right ? { state: 'ran', value } : { state: 'busy' });
  await letGo();
  return kept;
};

export const runOnce =
  (needs: Needs): RunOnce =>
  async ({ owner, key, request }, run) => {
    const now = needs.clock.now();
    const claim: KeyClaim = {
      key: digestOf([...owner, key]),
      // The key is part of the digest, so that the stored digest reveals nothing about the request.
      request: digestOf([key, request]),
      holder: needs.ids.id(),
      operation: needs.ids.salt(),
      now: after(now, 0),
      heldUntil: after(now, holdMs),
      keptUntil: after(now, keptMs),
    };
    const claimed = await needs.keys.claim(claim)();
    if (E.isLeft(claimed)) return claimed;
    if (claimed.right.state !== 'mine') return E.right(claimed.right);
    const { again, operation } = claimed.right;
    const held = { ...claim, operation };
    return settle(needs, held, await underClaim(needs, held, () => run({ id: operation, again })));
  };
