import type { DomainError } from '../../kernel/errors.ts';
import { E, pipe, type TaskEither, TE } from '../../kernel/fp.ts';
import type { ProfileId } from '../../kernel/ids.ts';
import type { MachinePrincipal } from '../../kernel/principal.ts';
import type { IdGenerator } from '../../ports/id-generator.ts';
import { type ChangeDeps, changeProfile, type FromSnapshot } from '../access/change-profile.ts';
import { actorOf } from '../access/flow-token.ts';
import { type IdempotentRequest, operationId } from '../access/operation.ts';
import { changePorts, useCase } from '../access/use-case.ts';
import { type FlowLink, flowLink, type LinkDeps } from './flow-link.ts';

/** Issues a new link for an open profile; every older flow token of it is invalid when this answers. */
export type RenewFlowToken = (
  input: { readonly caller: MachinePrincipal; readonly id: ProfileId } & FromSnapshot & IdempotentRequest,
) => TaskEither<DomainError, FlowLink>;

export const renewFlowToken = useCase(
  'renewFlowToken',
  [...changePorts, 'ids', 'tokens', 'clientUrl'],
  (deps: ChangeDeps & LinkDeps & { readonly ids: IdGenerator }): RenewFlowToken => {
    return ({ caller, id, operation = null, snapshot = null }) => {
      const commandId = operationId(deps.ids, { operation }, 'command');
      const command = { id: commandId, actor: actorOf(caller), action: { type: 'renew_link' as const } };
      return pipe(
        changeProfile(deps, {
          caller,
          id,
          purpose: 'write',
          snapshot,
          commandId,
          plan: () => E.right([command]),
        }),
        TE.flatMap(({ profile }) => flowLink(deps, profile)),
      );
    };
  },
);
