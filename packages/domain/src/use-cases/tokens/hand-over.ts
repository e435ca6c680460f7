import {
  type FlowEnded,
  type Invalid,
  type InvalidToken,
  isUnavailable,
  type NotFound,
  notFound,
  type Unavailable,
} from '../../kernel/errors.ts';
import { E, pipe, type TaskEither, TE } from '../../kernel/fp.ts';
import { canonicalDigest } from '../../kernel/hash.ts';
import type { ProfileId } from '../../kernel/ids.ts';
import type { FlowPrincipal } from '../../kernel/principal.ts';
import type { Status } from '../../kernel/status.ts';
import { type PartnerIdentity, type PartnerOf, unnamedPartner } from '../../ports/partner-identity.ts';
import type { TokenStateStore } from '../../ports/stores/token-state-store.ts';
import type { HandoffCode, TokenService } from '../../ports/token-service.ts';
import { clockFault } from '../../ports/trusted-clock.ts';
import type { Profile } from '../../profile/profile.ts';
import { type ChangeDeps, type FromSnapshot, isoNow, loadFor } from '../access/change-profile.ts';
import { changePorts, useCase } from '../access/use-case.ts';

/** Makes a code with which the person continues on another device, while the flow still takes something. */
export type CreateHandoff = (
  input: { readonly caller: FlowPrincipal } & FromSnapshot,
) => TaskEither<Invalid | NotFound | InvalidToken | FlowEnded | Unavailable, HandoffCode>;

/** The result for the other device: a flow token of the same link, and enough to ask whether it is the right person. */
export type RedeemedHandoff = {
  readonly principal: FlowPrincipal;
  readonly profileId: ProfileId;
  readonly status: Status;
  readonly token: string;
  readonly expiresAt: string;
  readonly partner: PartnerIdentity;
};

/**
 * Exchanges a code for a flow token of the same link, once. Each fault of a code, its link or its profile is
 * `NotFound`.
 */
export type RedeemHandoff = (input: {
  readonly code: string;
}) => TaskEither<Invalid | NotFound | Unavailable, RedeemedHandoff>;

type Deps = ChangeDeps & { readonly tokens: TokenService };

/** A token that does not say when it ends would end with its profile. */
const endOf = ({ expiresAt }: FlowPrincipal, profile: Profile): string =>
  expiresAt !== undefined && expiresAt < profile.expiresAt ? expiresAt : profile.expiresAt;

export const createHandoff = useCase(
  'createHandoff',
  [...changePorts, 'tokens'],
  (deps: Deps): CreateHandoff =>
    ({ caller, snapshot = null }) =>
      pipe(
        loadFor(deps, caller, caller.profileId, 'write', snapshot),
        TE.flatMap(({ profile }) => deps.tokens.issueHandoff({ principal: caller, notAfter: endOf(caller, profile) })),
      ),
);

export const redeemHandoff = useCase(
  'redeemHandoff',
  [...changePorts, 'tokens', 'tokenStates'],
  (
    deps: Deps & { readonly tokenStates: Pick<TokenStateStore, 'useAssertion'>; readonly partnerOf?: PartnerOf },
  ): RedeemHandoff =>
    ({ code }) =>
    async () => {
      const fault = clockFault(deps.clock);
      if (fault) return E.left(fault);
      const read = await deps.tokens.readHandoff(code)();
      if (E.isLeft(read)) return E.left(notFound);
      const { expiresAt, id, notAfter, principal } = read.right;
      const loaded = await loadFor(deps, principal, principal.profileId, 'read')();
      if (E.isLeft(loaded)) return E.left(isUnavailable(loaded.left) ? loaded.left : notFound);
      // The unique index of the store decides which of several redemptions is the first.
      const use = await deps.tokenStates.useAssertion(
        { id: canonicalDigest({ handoff: id }), expiresAt },
        isoNow(deps.clock),
      )();
      if (E.isLeft(use)) return use;
      if (use.right === 'repeated') return E.left(notFound);
      const { profile } = loaded.right;
      const { generation, tenant } = principal;
      const issued = await deps.tokens.issueFlow({ profileId: profile.id, tenant, generation, notAfter })();
      if (E.isLeft(issued)) return issued;
      return E.right({
        principal,
        profileId: profile.id,
        status: profile.status,
        token: issued.right.token,
        expiresAt: issued.right.expiresAt,
        partner: deps.partnerOf?.(tenant) ?? unnamedPartner,
      });
    },
);
