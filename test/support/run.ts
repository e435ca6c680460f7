import { inspect } from 'node:util';
import { E, type TaskEither } from '@portcullis/domain';

/** Runs a task that must succeed, and answers its value. */
export const mustSucceed = async <A>(task: TaskEither<unknown, A>): Promise<A> => {
  const result = await task();
  // The failure stands in the message, too: programs that print errors omit a cause that is no error.
  if (E.isLeft(result))
    throw new Error(`the task failed: ${inspect(result.left, { depth: 5 })}`, { cause: result.left });
  return result.right;
};

/** Runs a task that must fail, and answers its error. */
export const mustFail = async <Reason>(task: TaskEither<Reason, unknown>): Promise<Reason> => {
  const result = await task();
  if (E.isRight(result)) throw new Error('the task succeeded');
  return result.left;
};
