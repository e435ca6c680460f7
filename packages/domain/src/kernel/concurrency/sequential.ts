import { pipe, type TaskEither, TE } from '../fp.ts';

/** Runs one task after another, and answers their results in that order; the first failure ends it. */
export const sequential = <A, B, Fault>(
  items: readonly A[],
  task: (item: A) => TaskEither<Fault, B>,
): TaskEither<Fault, readonly B[]> =>
  items.reduce<TaskEither<Fault, readonly B[]>>(
    (before, item) =>
      pipe(
        before,
        TE.flatMap((all) => TE.map((one: B) => [...all, one])(task(item))),
      ),
    TE.right([]),
  );
