import { stat } from 'node:fs/promises';
import { E, type Either } from '@portcullis/domain';
import { type Checkpoint, verifyConsistency } from '@portcullis/domain/ledger';
import { proveConsistency, readCheckpoint } from '@portcullis/domain/use-cases';
import { type CommandResult, unavailableResult } from '../command/command-result.ts';
import type { Records } from '../command/open-records.ts';
import type { Output } from '../command/output.ts';
import { headText, type KeptHeads, keepHead, readKeptHeads, signatureRefusal } from './kept-heads.ts';

/** Where the head is to be kept, and the signers that are accepted; none is any, or that of the last kept head. */
type KeepArgs = { readonly to: string; readonly fingerprints: readonly string[] };

const result = (code: 0 | 1 | 2, ...lines: readonly string[]): CommandResult => ({ code, lines });

const signedNote = ({ signature }: Checkpoint): string => (signature === null ? ', not signed' : '');

const nameOf = (head: Checkpoint): string => `the head of ${head.size} entries${signedNote(head)}`;

/** Sends the head to an address that takes it by PUT, such as one that a store has signed in advance. */
const sendHead = async (address: string, head: Checkpoint): Promise<CommandResult> => {
  const init = { method: 'PUT', body: headText(head), headers: { 'Content-Type': 'application/json' } };
  const answer = await fetch(address, { ...init, redirect: 'error', signal: AbortSignal.timeout(30_000) }).catch(
    () => null,
  );
  if (answer === null) return result(2, 'The address of --to does not answer.');
  return answer.ok ? result(0) : result(1, `The address of --to refused the head (status ${answer.status}).`);
};

const isMissing = async (folder: string): Promise<boolean> =>
  stat(folder).then(
    () => false,
    () => true,
  );

const noHeads: KeptHeads = { heads: [], signers: [], unsigned: 0, pinned: [], faults: [] };

const refuse = (why: string): CommandResult => result(1, `${why} Nothing was written; portcullis ledger verify looks.`);

/** The head that continues those that were kept, or the sentence why there is none. */
const continuation = async (
  records: Records,
  kept: Checkpoint,
  head: Checkpoint,
): Promise<Either<CommandResult, Checkpoint>> => {
  const stop = (why: string) => E.left(refuse(why));
  if (kept.logId !== head.logId) return stop('The heads in the folder are of another log.');
  if (kept.size > head.size)
    return stop(`The log has ${head.size} entries, and ${kept.size} were kept: it was rolled back or cut off.`);
  const proven = await proveConsistency(records)(kept.size)();
  if (E.isLeft(proven)) {
    if (proven.left._tag === 'Unavailable' && proven.left.kind !== 'invalid_response')
      return E.left(unavailableResult(proven.left));
    return stop('The log cannot prove that it continues the newest head in the folder.');
  }
  const { checkpoint, proof } = proven.right;
  return verifyConsistency(kept, checkpoint, proof)
    ? E.right(checkpoint)
    : stop('The log does not continue the newest head in the folder: entries before it were changed.');
};

const keepInFolder = async (
  records: Records,
  { fingerprints, to: folder }: KeepArgs,
  newest: Checkpoint,
  output: Output,
): Promise<CommandResult> => {
  const { heads, faults } = (await isMissing(folder)) ? noHeads : await readKeptHeads(folder, []);
  const [fault] = faults;
  if (fault !== undefined) return result(1, `${fault.file} in the folder is no head that was signed (${fault.fault}).`);
  const kept = heads.at(-1);
  const next = kept === undefined ? E.right(newest) : await continuation(records, kept, newest);
  if (E.isLeft(next)) return next.left;
  const head = next.right;
  const refusal = signatureRefusal(head, kept, fingerprints);
  if (refusal !== null) return refuse(refusal);
  const isKept = kept?.size === head.size;
  if (!isKept) await keepHead(folder, head);
  output.print(`${folder}: ${nameOf(head)}${isKept ? ' is there already' : ''}.`);
  return result(0);
};

/**
 * Keeps the newest head of the log: in a folder, whose newest head it must continue, or at an https address, of which
 * nothing earlier is known. A head that is not signed as it must be is kept nowhere: beside it no later one would be.
 */
export const keepCheckpoint = async (records: Records, args: KeepArgs, output: Output): Promise<CommandResult> => {
  const head = await readCheckpoint(records)()();
  if (E.isLeft(head))
    return head.left._tag === 'Unavailable' ? unavailableResult(head.left) : result(1, 'The log has no head yet.');
  try {
    if (!args.to.startsWith('https://')) return await keepInFolder(records, args, head.right, output);
    const refusal = signatureRefusal(head.right, undefined, args.fingerprints);
    if (refusal !== null) return refuse(refusal);
    const sent = await sendHead(args.to, head.right);
    if (sent.code === 0) output.print(`Sent ${nameOf(head.right)}.`);
    return sent;
  } catch (cause) {
    const why = cause instanceof Error && 'code' in cause ? String(cause.code) : 'of another kind';
    return result(2, `The folder of --to cannot be used (${why}).`);
  }
};
