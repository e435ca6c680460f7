import { createHash } from 'node:crypto';
import type { IdGenerator } from '@portcullis/domain';

/** Ids that differ from each other and are the same in every run. */
export const sequentialIds = (seed = 'ids'): IdGenerator => {
  let made = 0;
  const next = (): string => {
    made += 1;
    return createHash('sha256').update(`${seed} ${made}`).digest('hex');
  };
  return { id: () => next().slice(0, 15), salt: next };
};
