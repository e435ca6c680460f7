import type { Either, TaskEither } from '@portcullis/domain';

/**
 * Runs a task that an attempt needs before it can send. It starts with the first attempt, and later attempts share its
 * result.
 */
export const once = <Left, Right>(task: TaskEither<Left, Right>): TaskEither<Left, Right> => {
  let begun: Promise<Either<Left, Right>> | null = null;
  return () => {
    begun ??= task();
    return begun;
  };
};
