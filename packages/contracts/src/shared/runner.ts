import assert from 'node:assert/strict';
import { E, type TaskEither } from '@portcullis/domain';

/** The functions of mocha or of `node:test` with which a contract declares its cases. */
export type Runner = {
  readonly describe: (name: string, body: () => void) => unknown;
  readonly it: (name: string, body: () => void | Promise<void>) => unknown;
};

/** A runner that runs `begin` before each case. */
export const beginningWith = ({ describe, it }: Runner, begin: () => void | Promise<void>): Runner => ({
  describe,
  it: (name, body) =>
    it(name, async () => {
      await begin();
      await body();
    }),
});

/** Answers the value of a task, or fails where it gave a reason. */
export const resultOf = async <Value>(task: TaskEither<unknown, Value>): Promise<Value> => {
  const done = await task();
  return E.isRight(done) ? done.right : assert.fail(`the task failed: ${JSON.stringify(done.left)}`);
};

/** Answers the reason that a task gave, or fails where it has a value. */
export const reasonOf = async <Reason>(task: TaskEither<Reason, unknown>): Promise<Reason> => {
  const done = await task();
  return E.isLeft(done) ? done.left : assert.fail('the task succeeded');
};

/** Fails unless a reason says that this service gave no answer. */
export const assertUnavailable = (reason: object, service: string): void => {
  assert.equal(Reflect.get(reason, '_tag'), 'Unavailable');
  assert.equal(Reflect.get(reason, 'service'), service);
};

/** Fails unless a value has at least these fields. */
export const assertFields = (value: unknown, fields: object, message?: string): void => {
  const found = Object.fromEntries(Object.keys(fields).map((name) => [name, Reflect.get(Object(value), name)]));
  assert.deepEqual(found, { ...fields }, message);
};

/** Fails unless two arrays hold the same bytes; one of them may be a `Buffer`. */
export const assertBytes = (bytes: Uint8Array, expected: Uint8Array): void => {
  assert.deepEqual(Uint8Array.from(bytes), Uint8Array.from(expected));
};

/** Fails unless a number is within two others, or is one of them. */
export const assertWithin = (value: number, least: number, most: number): void => {
  assert.ok(value >= least && value <= most, `${value} is not within ${least} and ${most}`);
};

/** Fails unless one of these is deeply equal to a value. */
export const assertSomeEqual = (values: readonly unknown[], value: unknown): void => {
  const isEqual = (one: unknown) => {
    try {
      assert.deepEqual(one, value);
      return true;
    } catch {
      return false;
    }
  };
  assert.ok(values.some(isEqual), `${JSON.stringify(value)} is none of ${JSON.stringify(values)}`);
};

const ordered = (values: readonly unknown[]): readonly unknown[] =>
  [...values].sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));

/** Fails unless two lists have the same members, in whatever order. */
export const assertMembers = (values: readonly unknown[], expected: readonly unknown[], message?: string): void => {
  assert.deepEqual(ordered(values), ordered(expected), message);
};
