import { type TaskEither, TE } from '../../fp.ts';

/** One task after another, and what they answer in that order; the first that fails ends it. */
export const inOrder = <A, B, Fault>(
  items: readonly A[],
  task: (item: A) => TaskEither<Fault, B>,
): TaskEither<Fault, readonly B[]> =>
  items.reduce<TaskEither<Fault, readonly B[]>>(
    (before, item) => TE.flatMap((all: readonly B[]) => TE.map((one: B) => [...all, one])(task(item)))(before),
    TE.right([]),
  );
