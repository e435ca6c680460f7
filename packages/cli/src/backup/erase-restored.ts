import { randomIds, systemClock } from '@portcullis/adapter-memory';
import { E, type Either, type Unavailable } from '@portcullis/domain';
import { eraseAgain } from '@portcullis/domain/use-cases';
import { type CommandResult, unavailableResult } from '../command/command-result.ts';
import type { Records } from '../command/open-records.ts';
import type { Output } from '../command/output.ts';
import type { Erasure } from './erasure-list.ts';
import { isUnreadable } from './unreadable.ts';

/** What came of an erasure: there is nothing to erase, it was made, or it was made without the row being opened. */
type Outcome = 'nothing' | 'erased' | 'unopened';

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
    if (profile.left._tag === 'NotFound') return E.right('nothing');
    return isUnreadable(profile.left) ? unopened() : E.left(profile.left);
  }
  if (profile.right.redaction) return E.right('nothing');
  const erased = await eraseAgain({ ...records, clock: systemClock, ids })({ id, because, by: 'restore' })();
  if (E.isLeft(erased)) {
    const { left } = erased;
    return left._tag === 'Unavailable' && !isUnreadable(left) ? E.left(left) : unopened();
  }
  const beside = await records.eraser.erase(erased.right)();
  return E.isLeft(beside) ? beside : E.right('erased');
};

/**
 * Erases the profiles of a list in a restored database: their rows, and what is kept besides them. The service records
 * at its next start that they are complete. Profiles that the backup does not have are passed over. Answers how many
 * were erased here.
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
  return E.isLeft(purged) ? E.left(unavailableResult(purged.left)) : E.right(count);
};
