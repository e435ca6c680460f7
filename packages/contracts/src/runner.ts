import assert from 'node:assert/strict';
import { E, type TaskEither } from '@portcullis/domain';

/** The functions of mocha or of `node:test` with which a contract tells its cases. */
export type Runner = {
  readonly describe: (name: string, body: () => void) => unknown;
  readonly it: (name: string, body: () => void | Promise<void>) => unknown;
};

/** Answers what a task came to, or fails where it gave a reason. */
export const resultOf = async <Value>(task: TaskEither<unknown, Value>): Promise<Value> => {
  const done = await task();
  return E.isRight(done) ? done.right : assert.fail(`the task failed: ${JSON.stringify(done.left)}`);
};

/** Answers the reason that a task gave, or fails where it came to something. */
export const reasonOf = async <Reason>(task: TaskEither<Reason, unknown>): Promise<Reason> => {
  const done = await task();
  return E.isLeft(done) ? done.left : assert.fail('the task succeeded');
};

/** Fails unless a reason says that this service gave no answer. */
export const assertUnavailable = (reason: object, service: string): void => {
  assert.equal(Reflect.get(reason, '_tag'), 'Unavailable');
  assert.equal(Reflect.get(reason, 'service'), service);
};
