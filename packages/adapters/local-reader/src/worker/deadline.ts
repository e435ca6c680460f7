import { after, firstOf, settled, type Trigger } from '@portcullis/domain/kernel';

/** The result of `withDeadline` when the time has expired. */
export const overdue = Symbol('overdue');

/** Fires after the given milliseconds. */
export const timeout = (milliseconds: number): Trigger => after(globalThis, Math.max(0, milliseconds));

/**
 * Resolves to the task's result, or to `overdue` after the given milliseconds. It leaves no timer behind and no
 * unhandled rejection.
 */
export const withDeadline = async <A>(milliseconds: number, task: Promise<A>): Promise<A | typeof overdue> => {
  const first = await firstOf<'settled' | 'overdue'>([
    ['settled', settled(task)],
    ['overdue', timeout(milliseconds)],
  ]);
  return first === 'overdue' ? overdue : task;
};
