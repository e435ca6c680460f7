import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { E, type Either, type Unavailable } from '@portcullis/domain';
import type { ExternalService } from '@portcullis/domain/kernel';
import type { Remaining } from '../connection/client.ts';
import { isEnded, outageOfThrown } from '../connection/failure.ts';
import { sqlFailureOf, sqlOutcomeOf } from '../connection/sql-state.ts';

/**
 * How often a write is sent whose outcome is unknown, or that a server refused which is read-only: within a quarter of
 * a second, because a database that is away stays away for longer, and its caller is told when to come back. One that
 * lost against others was undone, and is sent until the deadline: of forty who write to one row the last one loses
 * often.
 */
const maxUnsettled = 6;
/** The maximum of the first delay; that of each further delay is twice as long. */
const firstDelayMs = 4;
const maxDelayMs = 250;

export type Repeatable<A> = {
  readonly attempt: () => Promise<A>;
  /**
   * The result of an attempt whose answer was lost: the answer, or `null` where nothing of it is there. Without it such
   * an attempt is an outage.
   */
  readonly settle?: () => Promise<A | null>;
  readonly deadline: Remaining;
  readonly service?: ExternalService;
};

/** A random delay, so that those who lost against each other do not meet again. */
const delay = (attempt: number): Promise<void> => pause(randomInt(Math.min(maxDelayMs, firstDelayMs * 2 ** attempt)));

/**
 * Runs an attempt until it has an answer. It is repeated when it was undone because of others, or refused by a server
 * that is read-only; and, once it was settled that nothing of it is there, when its answer was lost. Everything else
 * that it rejects with is an outage.
 */
export const withAttempts = async <A>({
  attempt,
  settle,
  deadline,
  service = 'database',
}: Repeatable<A>): Promise<Either<Unavailable, A>> => {
  let unsettled = 0;
  let undoneBy = '';
  for (let count = 1; ; count += 1) {
    try {
      return E.right(await attempt());
    } catch (cause) {
      const failure = sqlFailureOf(cause);
      const outcome = sqlOutcomeOf(failure);
      if (outcome === 'retry') undoneBy = failure.code;
      const mayRepeat =
        outcome === 'retry' || outcome === 'elsewhere' || (outcome === 'unknown' && settle !== undefined);
      if (outcome !== 'retry') unsettled += 1;
      if (isEnded(cause) || !mayRepeat || unsettled === maxUnsettled || deadline.ms() <= 0)
        return E.left(outageOfThrown(service, cause, undoneBy));
      await delay(count);
      if (outcome !== 'unknown') continue;
      const settled = await settle?.().catch(() => 'unknown' as const);
      if (settled === 'unknown') return E.left(outageOfThrown(service, cause, undoneBy));
      if (settled != null) return E.right(settled);
    }
  }
};
