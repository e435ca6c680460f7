import { E, type Either } from '@portcullis/domain';
import { type Checkpoint, verifyConsistency } from '@portcullis/domain/ledger';
import { proveConsistency, readCheckpoint } from '@portcullis/domain/use-cases';
import { type CommandResult, unavailableResult } from '../command/command-result.ts';
import { errorWord } from '../command/error-word.ts';
import type { Records } from '../command/open-records.ts';
import type { Output } from '../command/output.ts';
import type { HeadStore } from './heads/head-store.ts';
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

const refuse = (why: string): CommandResult => result(1, `${why} Nothing was written; portcullis ledger verify looks.`);

/** The head that continues those that were kept, or the sentence why there is none. */
const continuation = async (
  records: Records,
  kept: Checkpoint,
  head: Checkpoint,
): Promise<Either<CommandResult, Checkpoint>> => {
  const stop = (why: string) => E.left(refuse(why));
  if (kept.logId !== head.logId) return stop('The heads that were kept are of another log.');
  if (kept.size > head.size)
    return stop(`The log has ${head.size} entries, and ${kept.size} were kept: it was rolled back or cut off.`);
  const proven = await proveConsistency(records)(kept.size)();
  if (E.isLeft(proven)) {
    if (proven.left._tag === 'Unavailable' && proven.left.kind !== 'invalid_response')
      return E.left(unavailableResult(proven.left));
    return stop('The log cannot prove that it continues the newest head that was kept.');
  }
  const { checkpoint, proof } = proven.right;
  return verifyConsistency(kept, checkpoint, proof)
    ? E.right(checkpoint)
    : stop('The log does not continue the newest head that was kept: entries before it were changed.');
};

/** Reads the heads beside which one is to be kept: of a bucket, where each read is a request, the newest alone. */
const keptBefore = async (store: HeadStore): Promise<KeptHeads> => {
  const names = (await store.names()) ?? [];
  return readKeptHeads(store, store.kind === 'folder' ? names : names.slice(-1), []);
};

const keepInStore = async (
  records: Records,
  store: HeadStore,
  { fingerprints, to }: KeepArgs,
  newest: Checkpoint,
  output: Output,
): Promise<CommandResult> => {
  const { heads, faults } = await keptBefore(store);
  const [fault] = faults;
  if (fault !== undefined)
    return result(1, `${fault.file} in the ${store.kind} is no head that was signed (${fault.fault}).`);
  const kept = heads.at(-1);
  const next = kept === undefined ? E.right(newest) : await continuation(records, kept, newest);
  if (E.isLeft(next)) return next.left;
  const head = next.right;
  const refusal = signatureRefusal(head, kept, fingerprints);
  if (refusal !== null) return refuse(refusal);
  const isKept = kept?.size === head.size;
  if (!isKept) await keepHead(store, head);
  output.print(`${to}: ${nameOf(head)}${isKept ? ' is there already' : ''}.`);
  return result(0);
};

/** Sends a head that is signed as it must be. */
const sendSigned = async ({ fingerprints, to }: KeepArgs, head: Checkpoint, output: Output): Promise<CommandResult> => {
  const refusal = signatureRefusal(head, undefined, fingerprints);
  if (refusal !== null) return refuse(refusal);
  const sent = await sendHead(to, head);
  if (sent.code === 0) output.print(`Sent ${nameOf(head)}.`);
  return sent;
};

/**
 * Keeps the newest head of the log: in a folder or a bucket, whose newest head it must continue, or, where `store` is
 * `null`, at an https address, of which nothing earlier is known. A head that is not signed as it must be is kept
 * nowhere: beside it no later one would be.
 */
export const keepCheckpoint = async (
  records: Records,
  store: HeadStore | null,
  args: KeepArgs,
  output: Output,
): Promise<CommandResult> => {
  const head = await readCheckpoint(records)()();
  if (E.isLeft(head))
    return head.left._tag === 'Unavailable' ? unavailableResult(head.left) : result(1, 'The log has no head yet.');
  if (store === null) return sendSigned(args, head.right, output);
  try {
    return await keepInStore(records, store, args, head.right, output);
  } catch (cause) {
    return result(2, `The ${store.kind} of --to cannot be used (${errorWord(cause)}).`);
  }
};
