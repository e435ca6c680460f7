import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Asked, Outcome } from './http-client.ts';
import { isUnderWay, type Tally } from './request-counters.ts';

type Lane = {
  readonly tally: Tally;
  readonly isOver: () => boolean;
  readonly ask: (asked: Asked) => Promise<Outcome>;
};

/** Whether nobody knows what came of it: there was no answer, the database was out, or an earlier try is under way. */
const isOpen = (outcome: Outcome): boolean => outcome.status === null || outcome.status === 503 || isUnderWay(outcome);

const pauseMs = 50;
/** Three times as long as a key is held for somebody who has died. */
const stuckMs = 30_000;

/** Puts each write under a key of its own, and repeats it word for word until it is answered (`Idempotency-Key`). */
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
