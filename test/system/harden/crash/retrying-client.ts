import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ClientRequest, Outcome } from '../cluster/http-client.ts';
import { isInProgress, type RequestCounters } from './request-counters.ts';

type RetryContext = {
  readonly counters: RequestCounters;
  readonly isOver: () => boolean;
  readonly ask: (asked: ClientRequest) => Promise<Outcome>;
};

/**
 * Says whether the result is unknown: there was no response, the database was unavailable, or an earlier request is
 * still in progress.
 */
const isUnresolved = (outcome: Outcome): boolean =>
  outcome.status === null || outcome.status === 503 || isInProgress(outcome);

const pauseMs = 50;
/** This is three times as long as the claim of a dead process is kept. */
const claimStuckMs = 30_000;

/** Sends each write with its own `Idempotency-Key`, and repeats it unchanged until it is answered. */
export const retryingClient =
  ({ ask, isOver, counters }: RetryContext): RetryContext['ask'] =>
  async (asked) => {
    if (asked.method !== 'POST' && asked.method !== 'PATCH') return ask(asked);
    const named = { ...asked, headers: { 'Idempotency-Key': randomUUID() } };
    let outcome = await ask(named);
    let progressAt = performance.now();
    while (isUnresolved(outcome) && !isOver()) {
      if (!isInProgress(outcome)) progressAt = performance.now();
      if (performance.now() - progressAt > claimStuckMs) {
        counters.stuck += 1;
        return outcome;
      }
      await sleep(pauseMs);
      counters.repeated += 1;
      outcome = await ask(named);
    }
    return outcome;
  };
