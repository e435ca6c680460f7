import type { Either, TaskEither } from '@portcullis/domain';

/** What an attempt needs before it can send: begun with the first try and shared by all, so that no try does it again. */
export const once = <Left, Right>(task: TaskEither<Left, Right>): TaskEither<Left, Right> => {
  let begun: Promise<Either<Left, Right>> | null = null;
  return () => {
    begun ??= task();
    return begun;
  };
};
