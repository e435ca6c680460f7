import { randomIds, systemClock } from '@portcullis/adapter-memory';
import { E, type Either } from '@portcullis/domain';
import { eraseAgain } from '@portcullis/domain/use-cases';
import { type CommandResult, failed, failureResult, unavailableResult } from '../command/command-result.ts';
import type { Records } from '../command/open-records.ts';
import type { Erasure } from './erasure-list.ts';

/**
 * Erases the profiles of a list in a restored database: their rows, and what is kept besides them. The service records
 * at its next start that they are complete. Profiles that the backup does not have are passed over. Answers how many
 * were erased here.
 */
export const eraseRestored = async (
  records: Records,
  erasures: readonly Erasure[],
): Promise<Either<CommandResult, number>> => {
  const ids = randomIds((bytes) => crypto.getRandomValues(bytes));
  const erase = eraseAgain({ ...records, clock: systemClock, ids });
  let count = 0;
  for (const { because, id } of erasures) {
    const profile = await records.profiles.getAny(id)();
    if (E.isLeft(profile) && profile.left._tag === 'NotFound') continue;
    if (E.isLeft(profile)) return E.left(failureResult(profile.left));
    if (profile.right.redaction) continue;
    const erased = await erase({ id: profile.right.id, because, by: 'restore' })();
    if (E.isLeft(erased)) return failed(1, `The profile ${profile.right.id} could not be erased again.`);
    const beside = await records.eraser.erase(erased.right)();
    if (E.isLeft(beside)) return E.left(unavailableResult(beside.left));
    count += 1;
  }
  const purged = count > 0 ? await records.eraser.purge()() : E.right(undefined);
  return E.isLeft(purged) ? E.left(unavailableResult(purged.left)) : E.right(count);
};
