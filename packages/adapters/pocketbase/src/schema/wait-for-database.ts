import { setTimeout as pause } from 'node:timers/promises';
import { E, pipe, type TaskEither, TE, t, type Unavailable } from '@portcullis/domain';
import type { PocketbaseClient } from '../client/client.ts';
import { unexplained } from '../client/failure.ts';

export type WaitOptions = {
  /** Milliseconds until waiting is given up. */
  readonly waitMs?: number;
  readonly sleep?: (milliseconds: number) => Promise<unknown>;
  /** Gives up waiting at once. */
  readonly signal?: AbortSignal;
};

/** The SDK takes a web page for an answer, so the code inside is what counts. */
const Healthy = t.type({ code: t.literal(200) }, 'health');

const firstPauseMs = 50;
const longestPauseMs = 1000;

/** A pause that the signal ends. */
const pauseUntil =
  (signal: AbortSignal | undefined) =>
  (ms: number): Promise<unknown> =>
    pause(ms, undefined, signal === undefined ? {} : { signal }).catch(() => undefined);

/** Asks until the database says that it is healthy, with pauses that double up to a second; then the last failure. */
export const waitForDatabase =
  (client: PocketbaseClient, options: WaitOptions = {}): TaskEither<Unavailable, void> =>
  async () => {
    const { signal, sleep = pauseUntil(signal), waitMs = 30_000 } = options;
    const ask = pipe(
      client.callOpenly(Healthy, (pb, options) => pb.health.check(options)),
      TE.mapLeft((failure) => (failure._tag === 'Refused' ? unexplained('database', failure) : failure)),
      TE.map(() => undefined),
    );
    let waited = 0;
    let pauseMs = firstPauseMs;
    const begun = performance.now();
    for (;;) {
      const answer = await ask();
      // Both clocks count: with a `sleep` that does not really sleep, the pauses that were asked for still add up.
      const spent = Math.max(waited, performance.now() - begun);
      if (E.isRight(answer) || spent + pauseMs > waitMs) return answer;
      await sleep(pauseMs);
      if (signal?.aborted) return answer;
      waited += pauseMs;
      pauseMs = Math.min(pauseMs * 2, longestPauseMs);
    }
  };
