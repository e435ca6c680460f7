import type { DomainError } from '../../kernel/errors.ts';
import { E, pipe, type TaskEither, TE } from '../../kernel/fp.ts';
import type { ProfileId } from '../../kernel/ids.ts';
import type { AdministratingPrincipal } from '../../kernel/principal.ts';
import type { IdGenerator } from '../../ports/id-generator.ts';
import type { Profile } from '../../profile/profile.ts';
import { type ChangeDeps, changeProfile, isoNow } from '../access/change-profile.ts';
import { actorOf } from '../access/flow-token.ts';
import { changePorts, useCase } from '../access/use-case.ts';

/**
 * Takes back an erasure that the retention of the policy has announced. The retention time of the profile begins again.
 * Where nothing is announced it changes nothing; an erasure that has begun is rejected, also one by another requester.
 */
export type TakeBackErasure = (input: {
  readonly caller: AdministratingPrincipal;
  readonly id: ProfileId;
}) => TaskEither<DomainError, Profile>;

export const takeBackErasure = useCase(
  'takeBackErasure',
  [...changePorts, 'ids'],
  (deps: ChangeDeps & { readonly ids: IdGenerator }): TakeBackErasure =>
    ({ caller, id }) => {
      const command = { id: deps.ids.id(), actor: actorOf(caller) };
      const plan = () =>
        E.right([{ ...command, action: { type: 'take_back_erasure', at: isoNow(deps.clock) } as const }]);
      return pipe(
        changeProfile(deps, { caller, id, purpose: 'write', plan }),
        TE.map(({ profile }) => profile),
      );
    },
);
