import { changePorts } from '@portcullis/domain/input';
import {
  E,
  type Invalid,
  type ProfileId,
  pipe,
  type StaffPrincipal,
  type TaskEither,
  TE,
} from '@portcullis/domain/kernel';
import type { IdGenerator } from '@portcullis/domain/ports';
import type { Profile } from '@portcullis/domain/profile';
import { actorOf, type ChangeDeps, type ChangeError, changeProfile } from '@portcullis/domain/use-cases';
import { useCase } from '../access/use-case.ts';

/**
 * Keeps a profile from being erased, or no longer does. `by` is a member of staff, or the name that the operator of the
 * service goes by. A hold that is already set or released stays as it is, except that the operator's takes the place of
 * one of staff. A profile that is being erased is rejected, and so are staff who would release a hold of the operator.
 */
export type HoldProfile = (input: {
  readonly id: ProfileId;
  readonly held: boolean;
  readonly by: string | StaffPrincipal;
  readonly note: string | null;
}) => TaskEither<Invalid | ChangeError, Profile>;

export const holdProfile = useCase(
  'holdProfile',
  [...changePorts, 'ids'],
  (deps: ChangeDeps & { readonly ids: IdGenerator }): HoldProfile => {
    return ({ id, held, by, note }) => {
      const action = { type: held ? ('hold' as const) : ('release' as const), note };
      const isStaff = typeof by !== 'string';
      const actor = isStaff ? actorOf(by) : { type: 'operator' as const, id: by };
      const command = { id: deps.ids.id(), actor, action };
      return pipe(
        changeProfile(deps, { caller: isStaff ? by : null, id, purpose: 'write', plan: () => E.right([command]) }),
        TE.map(({ profile }) => profile),
      );
    };
  },
);
