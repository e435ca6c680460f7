import { systemClock } from '@portcullis/adapter-memory';
import { type Clock, E, type Either } from '@portcullis/domain';
import { boundsOf, isSkewed, skewOf } from '@portcullis/domain/ports';
import { type CommandResult, unavailableResult } from './command-result.ts';
import type { Records } from './open-records.ts';

/**
 * The clock of this machine, for a command that judges by time, or writes one. It is refused where it differs from the
 * clock of the record database by more than the service allows.
 */
export const databaseClock = async (
  { time }: Pick<Records, 'time'>,
  clock: Clock = systemClock,
): Promise<Either<CommandResult, Clock>> => {
  const reading = await time();
  if (E.isLeft(reading)) return E.left(unavailableResult(reading.left));
  const offset = clock.now() - performance.now();
  const bounds = boundsOf(reading.right);
  if (!isSkewed(offset, bounds)) return E.right(clock);
  const skew = skewOf(offset, bounds);
  const seconds = Math.round(Math.abs(skew) / 1000);
  const way = skew < 0 ? 'behind' : 'ahead of';
  return E.left({
    code: 1,
    lines: [
      `The clock of this machine is ${seconds} seconds ${way} that of the record database, so nothing can be said of time.`,
      'Synchronise both (NTP), then try again.',
    ],
  });
};
