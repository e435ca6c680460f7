import { listRetained, type RetainedProfile } from '@portcullis/backoffice';
import { E, type Either, type ProfileId, type ProfileStore, pipe, type Unavailable } from '@portcullis/domain';
import type { Invalid } from '@portcullis/domain/kernel';
import type { CommandResult } from './command-result.ts';
import { eachPage } from './each-page.ts';

/** `damaged` says in a line each which profiles are left out, because their rows do not open. */
export type AllRetained = { readonly kept: readonly RetainedProfile[]; readonly damaged: readonly string[] };

/** Lists every profile that has an erasure time or a legal hold. */
export const listAllRetained = async (deps: {
  readonly profiles: Pick<ProfileStore, 'scan'>;
}): Promise<Either<Invalid | Unavailable, AllRetained>> => {
  const kept: RetainedProfile[] = [];
  const damaged: string[] = [];
  const read = await eachPage(
    null,
    (after: ProfileId | null) => listRetained(deps)(after),
    (page) => {
      kept.push(...page.kept);
      damaged.push(...page.damaged.map(({ id }) => `The row of the profile ${id} does not open: it is left out.`));
    },
  );
  return pipe(
    read,
    E.map(() => ({ kept, damaged })),
  );
};

/** The lines of a list. Where something had to be left out, it could not be looked at whole. */
export const listedResult = (lines: readonly string[], { damaged }: AllRetained): CommandResult => ({
  code: damaged.length === 0 ? 0 : 2,
  lines,
  wrong: damaged,
});
