import type { MachinePrincipal } from '../../access/caller.ts';
import type { DomainError } from '../../errors.ts';
import { E, pipe, type TaskEither, TE } from '../../fp.ts';
import type { ProfileId } from '../../ids.ts';
import type { IdGenerator } from '../../ports/ids.ts';
import { actorOf } from '../flow/flow-access.ts';
import { type IdempotentRequest, operationId } from '../once/operation.ts';
import { type ChangeDeps, changeProfile } from '../running/change-profile.ts';
import { type FlowLink, flowLink, type LinkDeps } from './flow-link.ts';

/** Issues a new link for an open profile; every older flow token of it is invalid when this answers. */
export type RenewFlowToken = (
  input: { readonly caller: MachinePrincipal; readonly id: ProfileId } & IdempotentRequest,
) => TaskEither<DomainError, FlowLink>;

export const renewFlowToken =
  (deps: ChangeDeps & LinkDeps & { readonly ids: IdGenerator }): RenewFlowToken =>
  ({ caller, id, operation = null }) => {
    const commandId = operationId(deps.ids, { operation }, 'command');
    const command = { id: commandId, actor: actorOf(caller), action: { type: 'renew_link' as const } };
    return pipe(
      changeProfile(deps, { caller, id, purpose: 'write', commandId: commandId, plan: () => E.right([command]) }),
      TE.flatMap(({ profile }) => flowLink(deps, profile)),
    );
  };
