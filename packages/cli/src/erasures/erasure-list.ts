import { randomUUID } from 'node:crypto';
import { rename, rm, writeFile } from 'node:fs/promises';
import { errorWord, readTextFile } from '@portcullis/app/configuration';
import { E, type Either } from '@portcullis/domain';
import { decode, IdCodec, oneOf, parseJson, t } from '@portcullis/domain/kernel';

/** One erasure: which profile, when it was requested, and by whom. It says nothing about the person. */
const Erasure = t.type({ id: IdCodec, requested_at: t.string, because: oneOf(['requested', 'retention']) });
export type Erasure = t.TypeOf<typeof Erasure>;

const readIfPresent = (file: string, missing: 'empty' | 'fault'): Either<string, string> => {
  try {
    return E.right(readTextFile(file));
  } catch (cause) {
    const why = errorWord(cause);
    return why === 'ENOENT' && missing === 'empty' ? E.right('') : E.left(`The list ${file} cannot be read (${why}).`);
  }
};

/** Reads a list, one JSON object a line. Left is a sentence; a missing list is empty where that is allowed. */
export const readErasures = (file: string, missing: 'empty' | 'fault'): Either<string, readonly Erasure[]> => {
  const text = readIfPresent(file, missing);
  if (E.isLeft(text)) return text;
  const erasures: Erasure[] = [];
  for (const [n, line] of text.right.split('\n').entries()) {
    if (line === '') continue;
    const read = decode(Erasure, parseJson(line));
    if (E.isLeft(read)) return E.left(`Line ${n + 1} of the list of erasures is none.`);
    erasures.push(read.right);
  }
  return E.right(erasures);
};

/**
 * Adds erasures to a list, which never loses one: a restored database does not know those that came after the backup.
 * The file is replaced as a whole. Answers how many it has now.
 */
export const addErasures = async (file: string, found: readonly Erasure[]): Promise<Either<string, number>> => {
  const known = readErasures(file, 'empty');
  if (E.isLeft(known)) return known;
  const all = new Map([...known.right, ...found].map((one) => [one.id, one]));
  const lines = [...all.values()]
    .toSorted((a, b) => a.requested_at.localeCompare(b.requested_at) || a.id.localeCompare(b.id))
    .map((one) => `${JSON.stringify(one)}\n`);
  const written = `${file}.${randomUUID()}.part`;
  try {
    await writeFile(written, lines.join(''), { mode: 0o600, flag: 'wx', flush: true });
    await rename(written, file);
  } finally {
    await rm(written, { force: true });
  }
  return E.right(all.size);
};
