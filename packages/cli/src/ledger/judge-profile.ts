import type { LedgerFault } from '@portcullis/backoffice';
import { type Profile, pipe, type TaskEither, TE, type Unavailable } from '@portcullis/domain';
import { findPolicy } from '@portcullis/domain/use-cases';
import { type ReplayDeps, replayNewest } from '@portcullis/explain';

type Fault = LedgerFault['fault'];

/**
 * Judges a profile by what it was decided from: its policy is the document that was added, and its newest decision is
 * made again. A decision of another version of the code may come out differently.
 */
export const judgeProfile = (deps: Omit<ReplayDeps, 'profiles'>) => {
  const replay = replayNewest(deps);
  return (profile: Profile): TaskEither<Unavailable, readonly Fault[]> =>
    pipe(
      TE.Do,
      TE.bindW('policy', () => findPolicy(deps.policies, profile.policy)),
      TE.bindW('replayed', () => replay(profile)),
      TE.map(({ policy, replayed }) => [
        ...(policy === null ? (['policy'] as const) : []),
        ...(replayed?.state === 'differs' ? (['decision'] as const) : []),
      ]),
    );
};
