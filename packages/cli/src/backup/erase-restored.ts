import { randomIds, systemClock } from '@portcullis/adapter-memory';
import { type Clock, E, type Either, type Profile, type Unavailable, type VersionConflict } from '@portcullis/domain';
import { filesIn } from '@portcullis/domain/documents';
import { mapConcurrent } from '@portcullis/domain/kernel';
import type { StrayFile } from '@portcullis/domain/ports';
import { eraseAgain, ledgerFaults } from '@portcullis/domain/use-cases';
import { type CommandResult, failed, unavailableResult } from '../command/command-result.ts';
import type { Records } from '../command/open-records.ts';
import type { Output } from '../command/output.ts';
import type { Erasure } from './erasure-list.ts';
import { isUnreadable } from './unreadable.ts';

/** So many erasures are read back at once. */
const concurrency = 8;

/**
 * What came of an erasure: there is nothing to erase; there is nothing left, and it may not have been purged; it was
 * made; or it was made without the row being opened.
 */
type Outcome = 'nothing' | 'unpurged' | 'erased' | 'unopened';

/**
 * Erases what there still is of a profile that has no row, or whose row says that its erasure was requested. One that
 * was not recorded as complete may have been ended before its purge, which is made up for.
 */
const eraseRemains = async (
  { eraser }: Records,
  id: string,
  isPending: boolean,
): Promise<Either<Unavailable, Outcome>> => {
  const remains = await eraser.remainsOf(id)();
  if (E.isLeft(remains)) return remains;
  const isGone = remains.right.length === 0;
  if (isGone && !isPending) return E.right('nothing');
  const erased = await eraser.eraseBeside(id)();
  return E.isLeft(erased) ? erased : E.right(isGone ? 'unpurged' : 'erased');
};

/** The files that the row of a profile names, as far as it can be read. */
const filesInEvidence = async ({ profiles }: Records, id: string): Promise<readonly string[]> => {
  const read = await profiles.getAny(id)();
  return E.isLeft(read) ? [] : filesIn(read.right.evidence).map((file) => file.id);
};

/** Removes the files of a profile that its erasure does not find as its: their rows name another one. */
const removeMisplaced = async (
  { eraser }: Records,
  id: string,
  named: readonly string[],
  { print }: Output,
): Promise<Either<Unavailable, number>> => {
  const misplaced = await eraser.misplacedFiles(id, named)();
  if (E.isLeft(misplaced)) return misplaced;
  for (const file of misplaced.right) print(`BAD  ${id} file ${file}: ${ledgerFaults.file_stray} (file_stray)`);
  const removed = await eraser.removeFiles(misplaced.right)();
  return E.isLeft(removed) ? removed : E.right(misplaced.right.length);
};

/**
 * Whether somebody else has changed a profile since it was read. If not, a change of it conflicts because the entry is
 * missing that it follows, which is damage.
 */
const isChanged = async ({ profiles }: Records, { id, version }: Profile): Promise<boolean> => {
  const read = await profiles.getAny(id)();
  return E.isRight(read) && read.right.version !== version;
};

/**
 * Erases one profile again. What its row or its ledger are like stops nothing: where they do not permit an erasure that
 * is recorded, everything of the person is destroyed without it.
 */
const eraseOne = async (
  records: Records,
  { because, id }: Erasure,
  clock: Clock,
): Promise<Either<Unavailable | VersionConflict, Outcome>> => {
  const ids = randomIds((bytes) => crypto.getRandomValues(bytes));
  const unopened = async (): Promise<Either<Unavailable, Outcome>> => {
    const done = await records.eraser.eraseUnopened(id)();
    return E.isLeft(done) ? done : E.right('unopened');
  };
  const profile = await records.profiles.getAny(id)();
  if (E.isLeft(profile)) {
    if (profile.left._tag === 'NotFound') return eraseRemains(records, id, false);
    return isUnreadable(profile.left) ? unopened() : E.left(profile.left);
  }
  const { redaction } = profile.right;
  if (redaction) return eraseRemains(records, id, redaction.completedAt === null);
  const erased = await eraseAgain({ ...records, clock, ids })({ id, because, by: 'restore' })();
  if (E.isLeft(erased)) {
    const { left } = erased;
    if (left._tag === 'VersionConflict' && (await isChanged(records, profile.right))) return E.left(left);
    return left._tag === 'Unavailable' && !isUnreadable(left) ? E.left(left) : unopened();
  }
  const beside = await records.eraser.erase(erased.right)();
  return E.isLeft(beside) ? beside : E.right('erased');
};

/** Reads back whether an erasure holds. Left is a sentence of what still has something of the profile. */
const readBack = async (
  records: Records,
  { id, named }: { readonly id: string; readonly named: readonly string[] },
): Promise<Either<CommandResult, void>> => {
  const remains = await records.eraser.remainsOf(id)();
  if (E.isLeft(remains)) return E.left(unavailableResult(remains.left));
  const misplaced = await records.eraser.misplacedFiles(id, named)();
  if (E.isLeft(misplaced)) return E.left(unavailableResult(misplaced.left));
  if (misplaced.right.length > 0)
    return failed(1, `The erasure of the profile ${id} does not hold: there are files of it still.`);
  if (remains.right.length > 0)
    return failed(
      1,
      `The erasure of the profile ${id} does not hold: ${remains.right.join(', ')} still have its data.`,
    );
  const profile = await records.profiles.getAny(id)();
  if (E.isLeft(profile))
    return profile.left._tag === 'NotFound' || isUnreadable(profile.left)
      ? E.right(undefined)
      : E.left(unavailableResult(profile.left));
  return profile.right.redaction && profile.right.salt === ''
    ? E.right(undefined)
    : failed(1, `The erasure of the profile ${id} does not hold: its row has its data.`);
};

const notErased = (id: string, failure: Unavailable | VersionConflict): CommandResult =>
  failure._tag === 'Unavailable'
    ? unavailableResult(failure)
    : { code: 1, lines: [`The profile ${id} is being changed: stop the service, then call this again.`] };

/** How many profiles were erased here, and how many files of them had rows that named another profile. */
type Restored = { readonly count: number; readonly misplaced: number };

/**
 * Erases the profiles of a list in a restored database: their rows, and what is kept besides them. The service records
 * at its next start that they are complete. Profiles that the backup does not have are passed over. Every one is read
 * back, also of those that were erased before. Files of them whose rows named another profile are named, and removed.
 */
export const eraseRestored = async (
  records: Records,
  erasures: readonly Erasure[],
  output: Output,
  clock: Clock = systemClock,
): Promise<Either<CommandResult, Restored>> => {
  let count = 0;
  let misplaced = 0;
  let isPurgeDue = false;
  const done: { readonly id: string; readonly named: readonly string[] }[] = [];
  for (const erasure of erasures) {
    const { id } = erasure;
    const named = await filesInEvidence(records, id);
    const removed = await removeMisplaced(records, id, named, output);
    if (E.isLeft(removed)) return E.left(unavailableResult(removed.left));
    const outcome = await eraseOne(records, erasure, clock);
    if (E.isLeft(outcome)) return E.left(notErased(id, outcome.left));
    done.push({ id, named });
    misplaced += removed.right;
    const isMade = outcome.right === 'erased' || outcome.right === 'unopened' || removed.right > 0;
    if (isMade) count += 1;
    isPurgeDue ||= isMade || outcome.right === 'unpurged';
    if (outcome.right === 'unopened')
      output.print(`The profile ${erasure.id} is damaged: it was erased without being opened.`);
  }
  const purged = isPurgeDue ? await records.eraser.purge()() : E.right(undefined);
  if (E.isLeft(purged)) return E.left(unavailableResult(purged.left));
  const read = await mapConcurrent(done, (one) => readBack(records, one), concurrency);
  return read.find(E.isLeft) ?? E.right({ count, misplaced });
};

/** Removes every file whose row names a profile that does not exist or was erased, and reads back that none is left. */
export const removeStrayFiles = async ({ eraser, inspector }: Records): Promise<Either<CommandResult, void>> => {
  const find = async () =>
    E.map((all: readonly StrayFile[]) => all.filter(({ isGone }) => isGone))(await inspector.strayFiles()());
  const found = await find();
  if (E.isLeft(found)) return E.left(unavailableResult(found.left));
  for (const profile of new Set(found.right.map((stray) => stray.profile))) {
    const removed = await eraser.removeFilesOf(profile)();
    if (E.isLeft(removed)) return E.left(unavailableResult(removed.left));
  }
  const left = await find();
  if (E.isLeft(left)) return E.left(unavailableResult(left.left));
  return left.right.length === 0 ? E.right(undefined) : failed(1, 'Files of profiles that are gone cannot be removed.');
};
