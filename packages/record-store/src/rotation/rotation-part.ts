import { E, type Either, type TaskEither, type Unavailable } from '@portcullis/domain';
import { mapConcurrent } from '@portcullis/domain/kernel';

/** The result for a row: when it could not be rotated, the reason. */
export type RotationOutcome = 'rotated' | { readonly left: string };

/** One kind of row that a rotation processes. */
export type RotationPart = {
  readonly name: string;
  /** Ids of rows that still have to be rotated, after `after`, in order. */
  readonly rows: (after: string, limit: number) => TaskEither<Unavailable, readonly string[]>;
  /** Rotates one row. A row that another instance has rotated meanwhile, or that is gone, counts as rotated. */
  readonly rotate: (id: string) => TaskEither<Unavailable, RotationOutcome>;
};

/** The progress of a part. */
export type Progress = { readonly part: string; readonly rotated: number; readonly remaining: readonly string[] };

const pageSize = 100;
const concurrency = 4;

/** Rotates rows, a few at a time. A row that cannot be rotated does not stop the others; an outage ends everything. */
const rotateRows = async (
  { rotate, name }: RotationPart,
  ids: readonly string[],
): Promise<Either<Unavailable, readonly string[]>> => {
  const outages: Unavailable[] = [];
  const rotateRow = async (id: string): Promise<readonly string[]> => {
    if (outages.length > 0) return [];
    const outcome = await rotate(id)();
    if (E.isLeft(outcome)) outages.push(outcome.left);
    return E.isLeft(outcome) || outcome.right === 'rotated' ? [] : [`${name} ${id}: ${outcome.right.left}`];
  };
  const left = await mapConcurrent(ids, rotateRow, concurrency);
  const [outage] = outages;
  return outage === undefined ? E.right(left.flat()) : E.left(outage);
};

/** Processes the rows of a part once, and reports the progress after each page. */
export const runPart = async (
  part: RotationPart,
  onProgress: (progress: Progress) => void,
): Promise<Either<Unavailable, Progress>> => {
  let progress: Progress = { part: part.name, rotated: 0, remaining: [] };
  for (let after = ''; ; ) {
    const ids: Either<Unavailable, readonly string[]> = await part.rows(after, pageSize)();
    if (E.isLeft(ids)) return ids;
    const last = ids.right.at(-1);
    if (last === undefined) return E.right(progress);
    after = last;
    const left = await rotateRows(part, ids.right);
    if (E.isLeft(left)) return left;
    const done = progress.rotated + ids.right.length - left.right.length;
    progress = { part: part.name, rotated: done, remaining: [...progress.remaining, ...left.right] };
    onProgress(progress);
  }
};
