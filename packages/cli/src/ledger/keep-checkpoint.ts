import { E, type Either } from '@portcullis/domain';
import type { Checkpoint } from '@portcullis/domain/ledger';
import { continuesHead, readCheckpoint } from '@portcullis/domain/use-cases';
import { type CommandResult, failed, unavailableResult } from '../command/command-result.ts';
import { errorWord } from '../command/error-word.ts';
import type { Records } from '../command/open-records.ts';
import type { Output } from '../command/output.ts';
import { type HeadFolder, headFolder } from './head-folder.ts';
import { keepHead, readKeptHeads, signatureRefusal } from './kept-heads.ts';

/** Where the head is to be kept, and the signers that are accepted; none is any, or that of the last kept head. */
export type KeepArgs = { readonly to: string; readonly fingerprints: readonly string[] };

const refuse = (why: string): Either<CommandResult, never> =>
  failed(1, `${why} Nothing was written; portcullis ledger verify looks.`);

/** Refuses a head that does not continue the newest one that was kept. */
const requireContinuation = async (
  records: Pick<Records, 'ledgerLog'>,
  kept: Checkpoint,
  head: Checkpoint,
): Promise<Either<CommandResult, void>> => {
  if (kept.logId !== head.logId) return refuse('The heads that were kept are of another log.');
  if (kept.size > head.size)
    return refuse(`The log has ${head.size} entries, and ${kept.size} were kept: it was rolled back or cut off.`);
  const isContinued = await continuesHead(records)(kept, head)();
  if (E.isLeft(isContinued)) return E.left(unavailableResult(isContinued.left));
  return isContinued.right
    ? E.right(undefined)
    : refuse('The log does not continue the newest head that was kept: entries were changed or removed.');
};

const keepIn = async (
  records: Pick<Records, 'ledgerLog'>,
  folder: HeadFolder,
  { fingerprints, to }: KeepArgs,
  head: Checkpoint,
  { print }: Output,
): Promise<Either<CommandResult, void>> => {
  const { heads, faults } = await readKeptHeads(folder, (await folder.names()) ?? [], []);
  const [fault] = faults;
  if (fault !== undefined) return failed(1, `${fault.file} in the folder is no head that was signed (${fault.fault}).`);
  const kept = heads.at(-1);
  const continued = kept === undefined ? E.right(undefined) : await requireContinuation(records, kept, head);
  if (E.isLeft(continued)) return continued;
  const refusal = signatureRefusal(head, kept, fingerprints);
  if (refusal !== null) return refuse(refusal);
  const isKept = kept?.size === head.size;
  if (!isKept) await keepHead(folder, head);
  const signedNote = head.signature === null ? ', not signed' : '';
  print(`${to}: the head of ${head.size} entries${signedNote}${isKept ? ' is there already' : ''}.`);
  return E.right(undefined);
};

/**
 * Keeps the newest head of the log in a folder, whose newest head it must continue. A head that is not signed as it
 * must be is not kept: beside it no later one would be.
 */
export const keepCheckpoint = async (
  records: Pick<Records, 'ledgerLog'>,
  args: KeepArgs,
  output: Output,
): Promise<CommandResult> => {
  const head = await readCheckpoint(records)()();
  if (E.isLeft(head))
    return head.left._tag === 'Unavailable'
      ? unavailableResult(head.left)
      : { code: 1, lines: ['The log has no head yet.'] };
  try {
    const kept = await keepIn(records, headFolder(args.to), args, head.right, output);
    return E.isLeft(kept) ? kept.left : { code: 0, lines: [] };
  } catch (cause) {
    return { code: 2, lines: [`The folder of --to cannot be used (${errorWord(cause)}).`] };
  }
};
