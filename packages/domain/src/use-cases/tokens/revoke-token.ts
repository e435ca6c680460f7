import type { Invalid, InvalidClient, Unavailable } from '../../kernel/errors.ts';
import { E, type TaskEither } from '../../kernel/fp.ts';
import type { ClientCredentials } from '../../ports/stores/client-registry.ts';
import type { TokenService } from '../../ports/token-service.ts';
import { clockFault, withTrustedClock } from '../../ports/trusted-clock.ts';
import { useCase } from '../access/use-case.ts';
import { type AuthenticationDeps, authenticateClient } from './authenticate-client.ts';
import type { RevocationList } from './revocation-list.ts';

/**
 * The result of a revocation (RFC 7009 section 2.2): a token that is unknown, invalid or expired needs none, a flow
 * token is not revoked here, and a token of another client stays valid.
 */
export type Revocation = 'revoked' | 'not_valid' | 'flow_token' | 'other_client';

/** Revokes a machine token of the client that asks. */
export type RevokeToken = (input: {
  readonly credentials: ClientCredentials;
  readonly token: string;
}) => TaskEither<Invalid | InvalidClient | Unavailable, Revocation>;

type Deps = AuthenticationDeps & {
  readonly tokens: Pick<TokenService, 'verify'>;
  readonly revocations: Pick<RevocationList, 'revoke'>;
};

export const revokeToken = useCase(
  'revokeToken',
  ['clients', 'tokenStates', 'clock', 'tokens', 'revocations'],
  ({ tokens, revocations, ...deps }: Deps): RevokeToken => {
    const authenticate = authenticateClient(deps);
    return ({ credentials, token }) =>
      async () => {
        const client = await withTrustedClock(deps.clock, authenticate(credentials))();
        if (E.isLeft(client)) return client;
        const verified = await tokens.verify(token)();
        // A token that only seems to have expired would not be revoked.
        const fault = clockFault(deps.clock);
        if (fault) return E.left(fault);
        if (E.isLeft(verified)) return E.right('not_valid');
        const { expiresAt, id, principal } = verified.right;
        if (principal.kind === 'flow') return E.right('flow_token');
        const { clientId, tenant } = client.right;
        if (principal.clientId !== clientId || principal.tenant.partnerId !== tenant.partnerId)
          return E.right('other_client');
        const revoked = await revocations.revoke(id, expiresAt)();
        return E.isLeft(revoked) ? revoked : E.right('revoked');
      };
  },
);
