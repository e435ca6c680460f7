import { errorWord } from '@portcullis/app/configuration';
import { E, type Either, pipe, TE } from '@portcullis/domain';
import { continuesHead, createHeadPublisher, readCheckpoint } from '@portcullis/events';
import type { Checkpoint, HeadSigner } from '@portcullis/events/ports';
import { type CommandResult, failed, unavailableResult } from '../command/command-result.ts';
import { databaseClock } from '../command/database-clock.ts';
import type { Records } from '../command/open-records.ts';
import type { Output } from '../command/output.ts';
import { type HeadFolder, headFolder } from './head-folder.ts';
import { keepHead, readKeptHeads, signatureRefusal } from './kept-heads.ts';

/** Where the head is to be kept, and the signers that are accepted; none is any, or that of the last kept head. */
export type KeepArgs = { readonly to: string; readonly fingerprints: readonly string[] };

type Logged = Pick<Records, 'ledgerLog' | 'time'>;

const refuse = (why: string): Either<CommandResult, never> =>
  failed(1, `${why} Nothing was kept; portcullis ledger verify looks.`);

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
 * Makes a head of the log as it is, with its newest entries, and answers how many no head has: without the key of the
 * service, none takes the place of one that is signed.
 */
const makeHead = async (
  { ledgerLog, time }: Logged,
  signer: HeadSigner | null,
): Promise<Either<CommandResult, number>> => {
  const clock = await databaseClock({ time });
  if (E.isLeft(clock)) return clock;
  const read = await pipe(
    TE.Do,
    TE.bindW('state', () => ledgerLog.state()),
    TE.bindW('newest', () => ledgerLog.newestHead()),
  )();
  if (E.isLeft(read)) return E.left(unavailableResult(read.left));
  const { newest, state } = read.right;
  if (state === null) return E.right(0);
  if (signer === null && newest !== null && newest.signature !== null)
    return E.right(Math.max(0, state.size - newest.size));
  const made = await createHeadPublisher({ ledgerLog, clock: clock.right, signer }).publish(state, true);
  return E.isLeft(made) ? E.left(unavailableResult(made.left)) : E.right(0);
};

/**
 * Keeps a head of the log as it is in a folder, whose newest head it must continue. A head that is not signed as it
 * must be is not kept: beside it no later one would be. Where entries came after the newest head that can be had, that
 * one is kept, and the result says that it is not the log as it is.
 */
export const keepCheckpoint = async (
  records: Logged,
  signer: HeadSigner | null,
  args: KeepArgs,
  output: Output,
): Promise<CommandResult> => {
  const later = await makeHead(records, signer);
  if (E.isLeft(later)) return later.left;
  const head = await readCheckpoint(records)()();
  if (E.isLeft(head))
    return head.left._tag === 'Unavailable'
      ? unavailableResult(head.left)
      : { code: 1, lines: ['The log has no head yet.'] };
  try {
    const kept = await keepIn(records, headFolder(args.to), args, head.right, output);
    if (E.isLeft(kept)) return kept.left;
    const unkept = `${later.right} entries came after it: with LEDGER_SIGNING_KEY, a head of them all is made.`;
    return later.right === 0 ? { code: 0, lines: [] } : { code: 1, lines: [unkept] };
  } catch (cause) {
    return { code: 2, lines: [`The folder of --to cannot be used (${errorWord(cause)}).`] };
  }
};
