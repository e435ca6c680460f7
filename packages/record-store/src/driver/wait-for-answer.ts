import { E, type TaskEither, type Unavailable } from '@portcullis/domain';
import { after, firstOf, type Trigger } from '@portcullis/domain/kernel';

export type WaitOptions = {
  /** Milliseconds after which waiting ends. */
  readonly waitMs?: number;
  readonly sleep?: (milliseconds: number) => Promise<unknown>;
  /** Ends the waiting immediately. */
  readonly signal?: AbortSignal;
};

const firstDelayMs = 50;
const maxDelayMs = 1000;

const aborted =
  (signal: AbortSignal | undefined): Trigger =>
  (fire) => {
    if (signal?.aborted) fire();
    signal?.addEventListener('abort', fire);
    return () => signal?.removeEventListener('abort', fire);
  };

/** A delay that the signal ends. */
const delayUntil =
  (signal: AbortSignal | undefined) =>
  (ms: number): Promise<unknown> =>
    firstOf([
      ['aborted', aborted(signal)],
      ['over', after(globalThis, ms)],
    ]);

/**
 * Asks a database until it answers, with delays that double up to a second. Returns the last failure when the time is
 * over.
 */
export const waitForAnswer =
  (ask: TaskEither<Unavailable, void>, options: WaitOptions = {}): TaskEither<Unavailable, void> =>
  async () => {
    const { signal, sleep = delayUntil(signal), waitMs = 30_000 } = options;
    const begun = performance.now();
    for (let delayMs = firstDelayMs, waited = 0; ; delayMs = Math.min(delayMs * 2, maxDelayMs)) {
      const answer = await ask();
      // Both measures count: with a `sleep` that does not really sleep, the requested delays still add up.
      const spent = Math.max(waited, performance.now() - begun);
      if (E.isRight(answer) || spent + delayMs > waitMs) return answer;
      await sleep(delayMs);
      if (signal?.aborted) return answer;
      waited += delayMs;
    }
  };
