import { E, type Either, type TaskEither, type Unavailable } from '@portcullis/domain';

/** What became of a row: `left` says why nothing could be done. */
export type Mended = 'mended' | { readonly left: string };

/** One kind of row that a rotation goes over. */
export type Part = {
  readonly name: string;
  /** Ids of rows that are not yet as they should be, behind `after`, in order. */
  readonly rows: (after: string, most: number) => TaskEither<Unavailable, readonly string[]>;
  /** Makes one row as it should be. Done by somebody else meanwhile, or gone, it is mended. */
  readonly mend: (id: string) => TaskEither<Unavailable, Mended>;
};

/** How far a part is. */
export type Progress = { readonly part: string; readonly done: number; readonly left: readonly string[] };

const pageSize = 100;
const atOnce = 4;

/** Mends rows, a few at a time; a row that cannot be mended keeps no other from it, an outage ends everything. */
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

/** Goes once over the rows of a part, and says after each page how far it is. */
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
