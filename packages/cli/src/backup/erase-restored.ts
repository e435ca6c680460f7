import { randomIds, systemClock } from '@portcullis/adapter-memory';
import { E, type Either, type Unavailable } from '@portcullis/domain';
import { mapConcurrent } from '@portcullis/domain/kernel';
import { eraseAgain } from '@portcullis/domain/use-cases';
import { type CommandResult, failed, unavailableResult } from '../command/command-result.ts';
import type { Records } from '../command/open-records.ts';
import type { Output } from '../command/output.ts';
import type { Erasure } from './erasure-list.ts';
import { isUnreadable } from './unreadable.ts';

/** So many erasures are read back at once. */
const concurrency = 8;

/** What came of an erasure: there is nothing to erase, it was made, or it was made without the row being opened. */
type Outcome = 'nothing' | 'erased' | 'unopened';

/** Erases what there still is of a profile that has no row, or whose row says that its erasure was requested. */
const eraseRemains = async ({ eraser }: Records, id: string): Promise<Either<Unavailable, Outcome>> => {
  const remains = await eraser.remainsOf(id)();
  if (E.isLeft(remains)) return remains;
  if (remains.right.length === 0) return E.right('nothing');
  const erased = await eraser.eraseBeside(id)();
  return E.isLeft(erased) ? erased : E.right('erased');
};

/**
 * Erases one profile again. What its row or its ledger are like stops nothing: where they do not permit an erasure that
 * is recorded, everything of the person is destroyed without it.
 */
const eraseOne = async (records: Records, { because, id }: Erasure): Promise<Either<Unavailable, Outcome>> => {
  const ids = randomIds((bytes) => crypto.getRandomValues(bytes));
  const unopened = async (): Promise<Either<Unavailable, Outcome>> => {
    const done = await records.eraser.eraseUnopened(id)();
    return E.isLeft(done) ? done : E.right('unopened');
  };
  const profile = await records.profiles.getAny(id)();
  if (E.isLeft(profile)) {
    if (profile.left._tag === 'NotFound') return eraseRemains(records, id);
    return isUnreadable(profile.left) ? unopened() : E.left(profile.left);
  }
  if (profile.right.redaction) return eraseRemains(records, id);
  const erased = await eraseAgain({ ...records, clock: systemClock, ids })({ id, because, by: 'restore' })();
  if (E.isLeft(erased)) {
    const { left } = erased;
    return left._tag === 'Unavailable' && !isUnreadable(left) ? E.left(left) : unopened();
  }
  const beside = await records.eraser.erase(erased.right)();
  return E.isLeft(beside) ? beside : E.right('erased');
};

/** Reads back whether an erasure holds. Left is a sentence of what still has something of the profile. */
const readBack = async (records: Records, id: string): Promise<Either<CommandResult, void>> => {
  const remains = await records.eraser.remainsOf(id)();
  if (E.isLeft(remains)) return E.left(unavailableResult(remains.left));
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

/**
 * Erases the profiles of a list in a restored database: their rows, and what is kept besides them. The service records
 * at its next start that they are complete. Profiles that the backup does not have are passed over. Every one is read
 * back, also of those that were erased before. Answers how many were erased here.
 */
export const eraseRestored = async (
  records: Records,
  erasures: readonly Erasure[],
  { print }: Output,
): Promise<Either<CommandResult, number>> => {
  let count = 0;
  for (const erasure of erasures) {
    const outcome = await eraseOne(records, erasure);
    if (E.isLeft(outcome)) return E.left(unavailableResult(outcome.left));
    if (outcome.right !== 'nothing') count += 1;
    if (outcome.right === 'unopened')
      print(`The profile ${erasure.id} is damaged: it was erased without being opened.`);
  }
  const purged = count > 0 ? await records.eraser.purge()() : E.right(undefined);
  if (E.isLeft(purged)) return E.left(unavailableResult(purged.left));
  const read = await mapConcurrent(erasures, ({ id }) => readBack(records, id), concurrency);
  return read.find(E.isLeft) ?? E.right(count);
};
