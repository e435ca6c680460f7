import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Asked, Outcome } from './http-client.ts';
import { isUnderWay, type Tally } from './request-counters.ts';

type Lane = {
  readonly tally: Tally;
  readonly isOver: () => boolean;
  readonly ask: (asked: Asked) => Promise<Outcome>;
};

/**
 * Says whether the result is unknown: there was no response, the database was unavailable, or an earlier request is
 * still in progress.
 */
const isOpen = (outcome: Outcome): boolean => outcome.status === null || outcome.status === 503 || isUnderWay(outcome);

const pauseMs = 50;
/** This is three times as long as the claim of a dead process is kept. */
const stuckMs = 30_000;

/** Sends each write with its own `Idempotency-Key`, and repeats it unchanged until it is answered. */
export const insisting =
  ({ ask, isOver, tally }: Lane): Lane['ask'] =>
  async (asked) => {
    if (asked.method !== 'POST' && asked.method !== 'PATCH') return ask(asked);
    const named = { ...asked, headers: { 'Idempotency-Key': randomUUID() } };
    let outcome = await ask(named);
    let movedAt = performance.now();
    while (isOpen(outcome) && !isOver()) {
      if (!isUnderWay(outcome)) movedAt = performance.now();
      if (performance.now() - movedAt > stuckMs) {
        tally.stuck += 1;
        return outcome;
      }
      await sleep(pauseMs);
      tally.repeated += 1;
      outcome = await ask(named);
    }
    return outcome;
  };
