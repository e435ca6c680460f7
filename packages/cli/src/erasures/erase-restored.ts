import { randomIds, systemClock } from '@portcullis/adapter-memory';
import { eraseAgain } from '@portcullis/backoffice';
import { type Clock, E, type Either, type Profile, type Unavailable, type VersionConflict } from '@portcullis/domain';
import { concernsOneRecord, mapConcurrent, versionConflict } from '@portcullis/domain/kernel';
import type { ChangeError } from '@portcullis/domain/use-cases';
import { type CommandResult, failed, unavailableResult } from '../command/command-result.ts';
import type { Records } from '../command/open-records.ts';
import type { Output } from '../command/output.ts';
import type { Erasure } from './erasure-list.ts';

/** The stores that an erasure needs. */
type ErasingStores = Pick<Records, 'eraser' | 'policies' | 'profiles'>;

/** How many erasures are read back at a time. */
const concurrency = 8;

/**
 * The result of an erasure: the database has nothing of the profile; nothing was left to erase; it was made; or it was
 * made without the row being opened.
 */
type Outcome = 'absent' | 'nothing' | 'erased' | 'unopened';

/**
 * Erases what there still is of a profile whose row is gone, or says that it is erased. Where nothing is left, an
 * earlier run may have been ended before its purge: then the erasure is repeated, so that the purge knows of its key.
 */
const eraseRemains = async (
  { eraser }: ErasingStores,
  id: string,
  isPurged: boolean,
): Promise<Either<Unavailable, Outcome>> => {
  const remains = await eraser.remainsOf(id)();
  if (E.isLeft(remains)) return remains;
  const isGone = remains.right.length === 0;
  if (isGone && isPurged) return E.right('nothing');
  const erased = await eraser.eraseBeside(id)();
  return E.isLeft(erased) ? erased : E.right(isGone ? 'nothing' : 'erased');
};

/** Destroys everything of a person whose row or ledger is damaged. One that was destroyed already has a blank row. */
const eraseDamaged = async (records: ErasingStores, id: string): Promise<Either<Unavailable, Outcome>> => {
  const blanked = await records.eraser.isBlanked(id)();
  if (E.isLeft(blanked)) return blanked;
  if (blanked.right) return eraseRemains(records, id, false);
  const done = await records.eraser.eraseUnopened(id)();
  return E.isLeft(done) ? done : E.right('unopened');
};

/** Whether a failure is one of the whole database, and says nothing of the row that was read or written. */
const isOutage = (failure: ChangeError): failure is Unavailable =>
  failure._tag === 'Unavailable' && !concernsOneRecord(failure);

/**
 * Whether somebody else has changed a profile since it was read. If not, a change of it conflicts because the entry is
 * missing that it follows, which is damage.
 */
const isChanged = async (
  { profiles }: ErasingStores,
  { id, version }: Profile,
): Promise<Either<Unavailable, boolean>> => {
  const read = await profiles.getAny(id)();
  if (E.isRight(read)) return E.right(read.right.version !== version);
  return isOutage(read.left) ? E.left(read.left) : E.right(false);
};

type Failure = Unavailable | VersionConflict;

/** Goes on where an erasure could not be recorded: a profile whose own damage prevents it is destroyed. */
const eraseUnrecorded = async (
  records: ErasingStores,
  profile: Profile,
  failure: ChangeError,
): Promise<Either<Failure, Outcome>> => {
  if (isOutage(failure)) return E.left(failure);
  const changed = failure._tag === 'VersionConflict' ? await isChanged(records, profile) : E.right(false);
  if (E.isLeft(changed)) return changed;
  return changed.right ? E.left(versionConflict) : eraseDamaged(records, profile.id);
};

/**
 * Erases one profile again. The state of its row or its ledger stops nothing: where they do not permit an erasure that
 * is recorded, everything of the person is destroyed without it.
 */
const eraseOne = async (
  records: ErasingStores,
  { because, id }: Erasure,
  { print }: Output,
  clock: Clock,
): Promise<Either<Failure, Outcome>> => {
  const ids = randomIds((bytes) => crypto.getRandomValues(bytes));
  const profile = await records.profiles.getAny(id)();
  if (E.isLeft(profile)) {
    if (profile.left._tag !== 'NotFound')
      return isOutage(profile.left) ? E.left(profile.left) : eraseDamaged(records, id);
    const remains = await eraseRemains(records, id, false);
    return E.isRight(remains) && remains.right === 'nothing' ? E.right('absent') : remains;
  }
  const { legalHold, redaction } = profile.right;
  if (redaction) return eraseRemains(records, id, redaction.completedAt !== null);
  const erased = await eraseAgain({ ...records, clock, ids })({ id, because, by: 'restore' })();
  if (E.isLeft(erased)) return eraseUnrecorded(records, profile.right, erased.left);
  if (legalHold) print(`The legal hold of the profile ${id} is released by its erasure.`);
  const beside = await records.eraser.erase(erased.right)();
  return E.isLeft(beside) ? beside : E.right('erased');
};

/** Reads back whether an erasure holds. Left is a sentence of what still has something of the profile. */
const readBack = async (records: ErasingStores, id: string): Promise<Either<CommandResult, void>> => {
  const remains = await records.eraser.remainsOf(id)();
  if (E.isLeft(remains)) return E.left(unavailableResult(remains.left));
  if (remains.right.length > 0)
    return failed(
      1,
      `The erasure of the profile ${id} does not hold: ${remains.right.join(', ')} still have its data.`,
    );
  const profile = await records.profiles.getAny(id)();
  if (E.isLeft(profile))
    return profile.left._tag === 'NotFound' || concernsOneRecord(profile.left)
      ? E.right(undefined)
      : E.left(unavailableResult(profile.left));
  return profile.right.redaction && profile.right.salt === ''
    ? E.right(undefined)
    : failed(1, `The erasure of the profile ${id} does not hold: its row has its data.`);
};

/** How many profiles were erased here, and of how many the database has nothing. */
type Restored = { readonly count: number; readonly absent: number };

/** How far a run is: what it has erased, and whom it could not erase because somebody else changed them meanwhile. */
type Run = {
  count: number;
  absent: number;
  readonly done: string[];
  readonly changed: string[];
};

/** Erases one after another. A profile that is changed meanwhile keeps nobody behind it from being erased. */
const eraseEach = async (
  records: ErasingStores,
  erasures: readonly Erasure[],
  run: Run,
  output: Output,
  clock: Clock,
): Promise<Either<Unavailable, void>> => {
  for (const erasure of erasures) {
    const { id } = erasure;
    const outcome = await eraseOne(records, erasure, output, clock);
    if (E.isLeft(outcome)) {
      if (outcome.left._tag === 'Unavailable') return E.left(outcome.left);
      run.changed.push(id);
      continue;
    }
    run.done.push(id);
    if (outcome.right === 'erased' || outcome.right === 'unopened') run.count += 1;
    else if (outcome.right === 'absent') run.absent += 1;
    if (outcome.right === 'unopened') output.print(`The profile ${id} is damaged: it was erased without being opened.`);
  }
  return E.right(undefined);
};

/** Purges what was erased, by this run or by one that was ended before its purge, and reads all of it back. */
const purgeAndReadBack = async (records: ErasingStores, { done }: Run): Promise<Either<CommandResult, void>> => {
  const purged = await records.eraser.purge()();
  if (E.isLeft(purged)) return E.left(unavailableResult(purged.left));
  const read = await mapConcurrent(done, (id) => readBack(records, id), concurrency);
  return read.find(E.isLeft) ?? E.right(undefined);
};

const changedLine = (id: string): string =>
  `The profile ${id} is being changed: stop the service, then call this again.`;

/**
 * Erases the profiles of a list in a restored database: their rows, and what is kept besides them. The service records
 * at its next start that they are complete. Profiles that the backup does not have are passed over. Every one is read
 * back, also of those that were erased before. Left names everybody who was changed meanwhile, after all others were
 * erased.
 */
export const eraseRestored = async (
  records: ErasingStores,
  erasures: readonly Erasure[],
  output: Output,
  clock: Clock = systemClock,
): Promise<Either<CommandResult, Restored>> => {
  if (erasures.length === 0) return E.right({ count: 0, absent: 0 });
  const run: Run = { count: 0, absent: 0, done: [], changed: [] };
  const erased = await eraseEach(records, erasures, run, output, clock);
  const finished = E.isLeft(erased) ? E.left(unavailableResult(erased.left)) : await purgeAndReadBack(records, run);
  const { absent, changed, count } = run;
  const lines = changed.map(changedLine);
  if (E.isLeft(finished)) return E.left({ ...finished.left, lines: [...lines, ...finished.left.lines] });
  if (lines.length === 0) return E.right({ count, absent });
  return failed(1, ...lines, `${count} of ${erasures.length} erasures were made again.`);
};
