import type { IdGenerator } from '@portcullis/domain';
import { sha256OfText } from '@portcullis/domain/kernel';

/** Ids that differ from each other and are the same in every run. */
export const sequentialIds = (seed = 'ids'): IdGenerator => {
  let made = 0;
  const next = (): string => {
    made += 1;
    return sha256OfText(`${seed} ${made}`);
  };
  return { id: () => next().slice(0, 15), salt: next };
};
