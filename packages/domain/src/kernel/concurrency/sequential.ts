import { E, type TaskEither } from '../fp.ts';

/** Runs one task after another, and answers their results in that order; the first failure ends it. */
export const sequential =
  <A, B, Fault>(items: readonly A[], task: (item: A) => TaskEither<Fault, B>): TaskEither<Fault, readonly B[]> =>
  async () => {
    const results: B[] = [];
    for (const item of items) {
      const done = await task(item)();
      if (E.isLeft(done)) return done;
      results.push(done.right);
    }
    return E.right(results);
  };
