import { setTimeout as pause } from 'node:timers/promises';
import { E, pipe, type TaskEither, TE, type Unavailable } from '@portcullis/domain';
import { t } from '@portcullis/domain/kernel';
import type { PocketbaseClient } from '../client/client.ts';
import { unexpectedRejection } from '../client/failure.ts';

export type WaitOptions = {
  /** Milliseconds after which waiting ends. */
  readonly waitMs?: number;
  readonly sleep?: (milliseconds: number) => Promise<unknown>;
  /** Ends the waiting immediately. */
  readonly signal?: AbortSignal;
};

/** The SDK accepts a web page as a response, so the code in the body decides. */
const Healthy = t.type({ code: t.literal(200) }, 'health');

const firstDelayMs = 50;
const maxDelayMs = 1000;

/** A delay that the signal ends. */
const delayUntil =
  (signal: AbortSignal | undefined) =>
  (ms: number): Promise<unknown> =>
    pause(ms, undefined, signal === undefined ? {} : { signal }).catch(() => undefined);

/**
 * Checks the health of the database until it is healthy, with delays that double up to a second. Returns the last
 * failure when the time is over.
 */
export const waitForDatabase =
  (client: PocketbaseClient, options: WaitOptions = {}): TaskEither<Unavailable, void> =>
  async () => {
    const { signal, sleep = delayUntil(signal), waitMs = 30_000 } = options;
    const ask = pipe(
      client.callAnonymously(Healthy, (pb, options) => pb.health.check(options)),
      TE.mapLeft((failure) => (failure._tag === 'Rejected' ? unexpectedRejection('database', failure) : failure)),
      TE.map(() => undefined),
    );
    let waited = 0;
    let delayMs = firstDelayMs;
    const begun = performance.now();
    for (;;) {
      const answer = await ask();
      // Both measures count: with a `sleep` that does not really sleep, the requested delays still add up.
      const spent = Math.max(waited, performance.now() - begun);
      if (E.isRight(answer) || spent + delayMs > waitMs) return answer;
      await sleep(delayMs);
      if (signal?.aborted) return answer;
      waited += delayMs;
      delayMs = Math.min(delayMs * 2, maxDelayMs);
    }
  };
