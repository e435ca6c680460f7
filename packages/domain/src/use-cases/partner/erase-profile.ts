import type { MachinePrincipal } from '../../access/caller.ts';
import type { DomainError } from '../../errors.ts';
import type { TaskEither } from '../../fp.ts';
import type { ProfileId } from '../../ids.ts';
import type { IdGenerator } from '../../ports/ids.ts';
import type { Profile } from '../../profile/profile.ts';
import { actorOf } from '../flow/flow-access.ts';
import { type ChangeDeps, changeForErasure } from '../running/change-profile.ts';

/**
 * Requests the erasure of a profile. It cannot be undone: the profile holds nothing of the person when this answers,
 * and what is kept besides it is erased soon after. Requested again it changes nothing.
 */
export type EraseProfile = (input: {
  readonly caller: MachinePrincipal;
  readonly id: ProfileId;
}) => TaskEither<DomainError, Profile>;

export const eraseProfile =
  (deps: ChangeDeps & { readonly ids: IdGenerator }): EraseProfile =>
  ({ caller, id }) => {
    const action = { type: 'erase', because: 'requested' } as const;
    const command = { id: deps.ids.id(), actor: actorOf(caller), action };
    return changeForErasure(deps, { caller, id, plan: () => command });
  };
