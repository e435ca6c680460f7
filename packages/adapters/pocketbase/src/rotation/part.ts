import { E, type Either, type TaskEither, type Unavailable } from '@portcullis/domain';

/** The result for a row: when it could not be rotated, the reason. */
export type Mended = 'mended' | { readonly left: string };

/** One kind of row that a rotation processes. */
export type Part = {
  readonly name: string;
  /** Ids of rows that still have to be rotated, after `after`, in order. */
  readonly rows: (after: string, most: number) => TaskEither<Unavailable, readonly string[]>;
  /** Rotates one row. A row that another instance has rotated meanwhile, or that is gone, counts as rotated. */
  readonly mend: (id: string) => TaskEither<Unavailable, Mended>;
};

/** The progress of a part. */
export type Progress = { readonly part: string; readonly done: number; readonly left: readonly string[] };

const pageSize = 100;
const atOnce = 4;

/** Rotates rows, a few at a time. A row that cannot be rotated does not stop the others; an outage ends everything. */
const mendAll = async (
  { mend, name }: Part,
  ids: readonly string[],
): Promise<Either<Unavailable, readonly string[]>> => {
  const left: string[] = [];
  for (let at = 0; at < ids.length; at += atOnce) {
    const few = ids.slice(at, at + atOnce);
    const outcomes = await Promise.all(few.map((id) => mend(id)()));
    for (const [n, outcome] of outcomes.entries()) {
      if (E.isLeft(outcome)) return outcome;
      if (outcome.right !== 'mended') left.push(`${name} ${few[n]}: ${outcome.right.left}`);
    }
  }
  return E.right(left);
};

/** Processes the rows of a part once, and reports the progress after each page. */
export const runPart = async (
  part: Part,
  tell: (progress: Progress) => void,
): Promise<Either<Unavailable, Progress>> => {
  let progress: Progress = { part: part.name, done: 0, left: [] };
  for (let after = ''; ; ) {
    const ids: Either<Unavailable, readonly string[]> = await part.rows(after, pageSize)();
    if (E.isLeft(ids)) return ids;
    const last = ids.right.at(-1);
    if (last === undefined) return E.right(progress);
    after = last;
    const left = await mendAll(part, ids.right);
    if (E.isLeft(left)) return left;
    const done = progress.done + ids.right.length - left.right.length;
    progress = { part: part.name, done, left: [...progress.left, ...left.right] };
    tell(progress);
  }
};
