import type { MachineCaller } from '../../access/caller.ts';
import type { DomainError } from '../../errors.ts';
import { E, pipe, type TaskEither, TE } from '../../fp.ts';
import type { ProfileId } from '../../ids.ts';
import type { Ids } from '../../ports/ids.ts';
import { actorOf } from '../flow/flow-access.ts';
import { idIn, type Repeatable } from '../once/operation.ts';
import { type ChangeNeeds, changeProfile } from '../running/change-profile.ts';
import { type FlowLink, flowLink, type LinkNeeds } from './flow-link.ts';

/** Issues a new link for an open profile; every older flow token of it is invalid when this answers. */
export type RenewFlowToken = (
  input: { readonly caller: MachineCaller; readonly id: ProfileId } & Repeatable,
) => TaskEither<DomainError, FlowLink>;

export const renewFlowToken =
  (needs: ChangeNeeds & LinkNeeds & { readonly ids: Ids }): RenewFlowToken =>
  ({ caller, id, operation = null }) => {
    const commandId = idIn(needs.ids, { operation }, 'command');
    const command = { id: commandId, actor: actorOf(caller), action: { type: 'renew_link' as const } };
    return pipe(
      changeProfile(needs, { caller, id, purpose: 'write', repeats: commandId, plan: () => E.right([command]) }),
      TE.flatMap(({ profile }) => flowLink(needs, profile)),
    );
  };
