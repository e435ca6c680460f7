import { E, type HealthProbe, type TaskEither, type Unavailable } from '@portcullis/domain';
import type { Installation } from '../../driver/installation.ts';
import type { DiskWatch } from './disk-watch.ts';
import { testWrites } from './test-writes.ts';

/**
 * Measures how long the database takes to answer. It is healthy while it is the same one as before, and does not refuse
 * to be written to: neither what is written to see that, nor, for want of room (`refusal`), anything else.
 */
export const healthProbeOver = (
  { look }: Pick<Installation, 'look'>,
  write: TaskEither<Unavailable, void>,
  refusal: DiskWatch['refusal'],
  monotonic: () => number = () => performance.now(),
): HealthProbe => {
  const lastWrite = testWrites(write, refusal, monotonic);
  return {
    database: () => async () => {
      const begun = performance.now();
      const looked = await look();
      const latencyMs = performance.now() - begun;
      if (E.isLeft(looked)) return looked;
      const written = await lastWrite();
      return E.isLeft(written) ? written : E.right({ latencyMs });
    },
  };
};
