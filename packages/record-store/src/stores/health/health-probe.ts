import type { HealthProbe } from '@portcullis/backoffice/ports';
import { E, type TaskEither, type Unavailable } from '@portcullis/domain';
import { isOfOneRecord, withOutageCause } from '@portcullis/domain/kernel';
import type { Installation } from '../../driver/installation.ts';
import { testWrites } from './test-writes.ts';
import type { WriteWatch } from './write-watch.ts';

/** A row of the installation without its form is no damaged record: something else answers. */
const toldOfDatabase = (failure: Unavailable): Unavailable =>
  isOfOneRecord(failure) ? withOutageCause(failure, 'bad_answer') : failure;

/**
 * Measures how long the database takes to answer. It is healthy while it is the same one as before, and does not refuse
 * to be written to: neither what is written to see that, nor, for want of room, anything else.
 */
export const healthProbeOver = (
  { look }: Pick<Installation, 'look'>,
  write: (bytes: number) => TaskEither<Unavailable, void>,
  watch: Pick<WriteWatch, 'counts' | 'noteRoom' | 'withoutRoom'>,
  monotonic: () => number = () => performance.now(),
): HealthProbe => {
  const { check, isContradicted } = testWrites(write, watch, monotonic);
  return {
    isContradicted,
    database: () => async () => {
      const begun = performance.now();
      const looked = await look();
      const latencyMs = performance.now() - begun;
      if (E.isLeft(looked)) return E.left(toldOfDatabase(looked.left));
      const written = await check();
      return E.isLeft(written) ? written : E.right({ latencyMs });
    },
  };
};
