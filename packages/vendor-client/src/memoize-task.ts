import type { Either, TaskEither } from '@portcullis/domain';

/**
 * Runs a task that an attempt needs before it can send. It starts with the first attempt, and later attempts share its
 * result.
 */
export const memoizeTask = <Left, Right>(task: TaskEither<Left, Right>): TaskEither<Left, Right> => {
  let result: Promise<Either<Left, Right>> | null = null;
  return () => {
    result ??= task();
    return result;
  };
};
