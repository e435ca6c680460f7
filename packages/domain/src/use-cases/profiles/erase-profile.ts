import type { DomainError } from '../../kernel/errors.ts';
import type { TaskEither } from '../../kernel/fp.ts';
import type { ProfileId } from '../../kernel/ids.ts';
import type { AdministratingPrincipal } from '../../kernel/principal.ts';
import type { IdGenerator } from '../../ports/id-generator.ts';
import type { Profile } from '../../profile/profile.ts';
import { changeForErasure } from '../access/change-for-erasure.ts';
import type { ChangeDeps } from '../access/change-profile.ts';
import { actorOf } from '../access/flow-token.ts';
import { changePorts, useCase } from '../access/use-case.ts';

/**
 * Requests the erasure of a profile. It cannot be undone: the profile holds nothing of the person when this answers,
 * and what is kept besides it is erased soon after. Requested again it changes nothing.
 */
export type EraseProfile = (input: {
  readonly caller: AdministratingPrincipal;
  readonly id: ProfileId;
}) => TaskEither<DomainError, Profile>;

export const eraseProfile = useCase(
  'eraseProfile',
  [...changePorts, 'ids'],
  (deps: ChangeDeps & { readonly ids: IdGenerator }): EraseProfile => {
    return ({ caller, id }) => {
      const action = { type: 'erase', because: 'requested' } as const;
      const command = { id: deps.ids.id(), actor: actorOf(caller), action };
      return changeForErasure(deps, { caller, id, plan: () => command });
    };
  },
);
