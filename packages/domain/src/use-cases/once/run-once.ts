import type { Unavailable } from '../../errors.ts';
import { E, type Either } from '../../fp.ts';
import type { ProfileId } from '../../ids.ts';
import { digestOf } from '../../ledger/digest.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Ids } from '../../ports/ids.ts';
import type { IdempotencyStore, KeptAnswer, KeyClaim, KeyState } from '../../ports/stores/idempotency-store.ts';
import type { Operation } from './operation.ts';

/** Does something again and again until it is told to stop. */
export type Every = (milliseconds: number, work: () => void) => () => void;

/** What a try came to, and what of it repetitions are answered with; `keep` is `null` when the same request may be tried again. */
export type Ran<A> = {
  readonly value: A;
  readonly keep: { readonly answer: KeptAnswer; readonly profileId: ProfileId | null } | null;
};

/** `busy`: another try is under way. `other`: the key was used for another request. `done`: the answer of an earlier try. */
export type Once<A> = { readonly state: 'ran'; readonly value: A } | Exclude<KeyState, { readonly state: 'mine' }>;

/**
 * Carries a request out once for its key, and answers repetitions with the answer that it had. `owner` is whose key it
 * is. When the store is out the request is not carried out, and an answer that could not be kept is not given.
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

/** A try that does not say for so long that it is still under way is taken for dead. */
export const holdMs = 10_000;
const renewMs = 3_000;
/** How long a key is remembered. */
export const keptMs = 72 * 3_600_000;

const after = (now: number, ms: number): string => new Date(now + ms).toISOString();

/** Runs under a claim, which is renewed meanwhile: a long request is not taken for a dead one. */
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
 * Keeps the answer before it is given. When that fails the try is let go without one: the next finds what this one wrote,
 * and its answer is the one that is kept.
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
      // With the key in it, so that nobody finds out from what rests what was asked.
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
