import { mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { E, type Either, type Policy } from '@portcullis/domain';
import { decisionEngineVersion, policyDigest } from '@portcullis/domain/checks';
import { decode, integer, parseJson, t } from '@portcullis/domain/kernel';
import { type CommandResult, failed } from '../command/command-result.ts';
import { errorWord } from '../command/error-word.ts';
import { maxParts } from '../command/id-ranges.ts';
import { createForOwner } from '../command/owner-file.ts';

/** What a folder is of, and into how many parts it is divided. One file says so, which is written once. */
const BackTest = t.type(
  {
    /** `installation` is the installation id of the database. */
    of: t.type({
      installation: t.string,
      draft: t.string,
      since: t.union([t.string, t.null]),
      engine: t.number,
    }),
    parts: integer(1, maxParts),
  },
  'back-test',
);
type BackTest = t.TypeOf<typeof BackTest>;

/** What a back-test is of: one over another database, of another draft or release of the rules, is not part of it. */
export type Subject = BackTest['of'];

export const subjectOf = (installation: string, draft: Policy, since: string | null): Subject => ({
  installation,
  draft: policyDigest(draft),
  since,
  engine: decisionEngineVersion,
});

const fileName = 'back-test.json';
const statePattern = /^part-.*\.json$/;

const readBackTest = (folder: string): Either<CommandResult, BackTest | null> => {
  const file = join(folder, fileName);
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (cause) {
    return errorWord(cause) === 'ENOENT' ? E.right(null) : failed(1, `${file} cannot be read (${errorWord(cause)}).`);
  }
  const known = decode(BackTest, parseJson(text));
  return E.isRight(known) ? known : failed(1, `${file} is damaged. Name another folder.`);
};

/**
 * Refuses a folder into which others may write: what stands in it is believed. A system without user ids does not say
 * who may.
 */
const refuseForeign = (folder: string): Either<CommandResult, void> => {
  const user = process.getuid?.();
  const found = statSync(folder, { throwIfNoEntry: false });
  if (user === undefined || found === undefined) return E.right(undefined);
  if (found.uid !== user) return failed(1, `${folder} belongs to another user. Name another folder.`);
  return (found.mode & 0o022) === 0
    ? E.right(undefined)
    : failed(1, `${folder} can be written to by others. Take that away (chmod go-w), or name another folder.`);
};

const unusable = (folder: string, cause: unknown): Either<CommandResult, never> =>
  failed(1, `The folder ${folder} cannot be used (${errorWord(cause)}).`);

/** Refuses a folder that cannot be used, or is not this user's. It is made where that is wanted and it is missing. */
const useFolder = (folder: string, make: boolean): Either<CommandResult, void> => {
  try {
    if (make) mkdirSync(folder, { recursive: true, mode: 0o700 });
    return refuseForeign(folder);
  } catch (cause) {
    return unusable(folder, cause);
  }
};

/** Begins the back-test of a folder, unless another process has done so meanwhile, and answers what stands there. */
const beginBackTest = (folder: string, begun: BackTest): Either<CommandResult, BackTest | null> => {
  try {
    const known = readBackTest(folder);
    if (E.isLeft(known) || known.right !== null) return known;
    if (readdirSync(folder).some((name) => statePattern.test(name)))
      return failed(1, `${folder} has parts of a back-test, and no ${fileName}. Name another folder.`);
    createForOwner(join(folder, fileName), begun);
  } catch (cause) {
    if (errorWord(cause) !== 'EEXIST') return unusable(folder, cause);
  }
  return readBackTest(folder);
};

/**
 * Opens the folder of a back-test, and answers into how many parts it is divided. With a number of `parts` it is begun
 * where there is none. Left where the folder is that of another one.
 */
export const openFolder = (folder: string, of: Subject, parts: number | null): Either<CommandResult, number> => {
  const own = useFolder(folder, parts !== null);
  if (E.isLeft(own)) return own;
  const known = parts === null ? readBackTest(folder) : beginBackTest(folder, { of, parts });
  if (E.isLeft(known)) return known;
  if (known.right === null)
    return failed(1, `There is no back-test in ${folder}. Begin one with --shard: 1/1 does all of it.`);
  const { of: subject, parts: begun } = known.right;
  if (subject.installation !== of.installation)
    return failed(1, `${folder} has a back-test over another database, by its installation id. Name another folder.`);
  if (subject.draft !== of.draft || subject.since !== of.since || subject.engine !== of.engine)
    return failed(1, `${folder} has the back-test of another draft, of another time or release. Name another folder.`);
  return parts === null || parts === begun
    ? E.right(begun)
    : failed(1, `${folder} has a back-test in ${begun} parts. Name another folder.`);
};
