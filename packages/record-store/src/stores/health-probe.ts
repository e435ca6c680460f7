import { E, type Either, type HealthProbe, type Unavailable } from '@portcullis/domain';
import type { Installation } from '../driver/installation.ts';

/** How often the database is written to, to see whether it can be, and how often while it cannot. */
const writeEveryMs = 5000;
const writeAfterFailureMs = 1000;

/** Writes a little at times, and answers how the last time went. */
const smallWrite = ({ write }: Installation): (() => Promise<Either<Unavailable, void>>) => {
  let last: Either<Unavailable, void> = E.right(undefined);
  let dueAt = 0;
  return async () => {
    const now = performance.now();
    if (now < dueAt) return last;
    dueAt = now + (E.isRight(last) ? writeEveryMs : writeAfterFailureMs);
    last = await write();
    if (E.isLeft(last)) dueAt = Math.min(dueAt, performance.now() + writeAfterFailureMs);
    return last;
  };
};

/**
 * Measures how long the database takes to answer. It is healthy while it is the same one as before, and can be written
 * to.
 */
export const healthProbeOver = (installation: Installation): HealthProbe => {
  const writeAtTimes = smallWrite(installation);
  return {
    database: () => async () => {
      const begun = performance.now();
      const looked = await installation.look();
      const latencyMs = performance.now() - begun;
      if (E.isLeft(looked)) return looked;
      const written = await writeAtTimes();
      return E.isLeft(written) ? written : E.right({ latencyMs });
    },
  };
};
