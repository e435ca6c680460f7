import { E, pipe, type TaskEither, TE } from '../../kernel/fp.ts';
import type { ProfileId } from '../../kernel/ids.ts';
import type { IdGenerator } from '../../ports/id-generator.ts';
import type { Profile } from '../../profile/profile.ts';
import { type ChangeDeps, type ChangeError, changeProfile } from '../access/change-profile.ts';

/**
 * Keeps a profile from being erased, or no longer does, in the name of the operator of the service. A hold that is
 * already set or released stays as it is; a profile that is being erased is rejected.
 */
export type HoldProfile = (input: {
  readonly id: ProfileId;
  readonly held: boolean;
  readonly by: string;
  readonly note: string | null;
}) => TaskEither<ChangeError, Profile>;

export const holdProfile =
  (deps: ChangeDeps & { readonly ids: IdGenerator }): HoldProfile =>
  ({ id, held, by, note }) => {
    const action = { type: held ? ('hold' as const) : ('release' as const), note };
    const command = { id: deps.ids.id(), actor: { type: 'operator' as const, id: by }, action };
    return pipe(
      changeProfile(deps, { caller: null, id, purpose: 'write', plan: () => E.right([command]) }),
      TE.map(({ profile }) => profile),
    );
  };
