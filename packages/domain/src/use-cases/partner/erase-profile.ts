import type { MachineCaller } from '../../access/caller.ts';
import type { DomainError } from '../../errors.ts';
import type { TaskEither } from '../../fp.ts';
import type { ProfileId } from '../../ids.ts';
import type { Ids } from '../../ports/ids.ts';
import type { Profile } from '../../profile/profile.ts';
import { actorOf } from '../flow/flow-access.ts';
import { type ChangeNeeds, changeErasing } from '../running/change-profile.ts';

/**
 * Requests the erasure of a profile. It cannot be undone: the profile holds nothing of the person when this answers,
 * and what is kept besides it is erased soon after. Requested again it changes nothing.
 */
export type EraseProfile = (input: {
  readonly caller: MachineCaller;
  readonly id: ProfileId;
}) => TaskEither<DomainError, Profile>;

export const eraseProfile =
  (needs: ChangeNeeds & { readonly ids: Ids }): EraseProfile =>
  ({ caller, id }) => {
    const action = { type: 'erase', because: 'requested' } as const;
    const command = { id: needs.ids.id(), actor: actorOf(caller), action };
    return changeErasing(needs, { caller, id, plan: () => command });
  };
