import { type Clock, E, type IdGenerator, type TokenService } from '@portcullis/domain';
import { invalidToken, type TokenPrincipal, tokenExpired } from '@portcullis/domain/kernel';
import { handoffLifetimeSeconds, type ReadHandoff } from '@portcullis/domain/ports';

export type MemoryTokenOptions = {
  readonly machineTtlSeconds: number;
  readonly flowTtlSeconds: number;
  readonly clock: Clock;
  readonly ids: IdGenerator;
};

/**
 * Opaque tokens that only this process can verify. An expired token is reported as expired for a day, and is then
 * forgotten.
 */
export const memoryTokenService = ({
  machineTtlSeconds,
  flowTtlSeconds,
  clock,
  ids,
}: MemoryTokenOptions): TokenService => {
  const handoffs = new Map<string, ReadHandoff>();
  const tokens = new Map<string, { readonly principal: TokenPrincipal; readonly expiresAt: number }>();
  const forgetAfterMs = 86_400_000;

  const issue = (principal: TokenPrincipal, iat: number, exp: number) => {
    for (const [token, { expiresAt }] of tokens) if (expiresAt + forgetAfterMs <= clock.now()) tokens.delete(token);
    const token = ids.salt();
    tokens.set(token, { principal, expiresAt: exp * 1000 });
    return E.right({ token, expiresIn: Math.max(0, exp - iat), expiresAt: new Date(exp * 1000).toISOString() });
  };
  const nowSeconds = () => Math.floor(clock.now() / 1000);

  return {
    issueMachine: (principal) => async () =>
      issue({ kind: 'machine', ...principal }, nowSeconds(), nowSeconds() + machineTtlSeconds),
    issueFlow:
      ({ notAfter, ...flow }) =>
      async () => {
        const exp = Math.min(nowSeconds() + flowTtlSeconds, Math.floor(Date.parse(notAfter) / 1000));
        const expiresAt = new Date(exp * 1000).toISOString();
        return issue({ kind: 'flow', ...flow, tokenId: ids.id(), expiresAt }, nowSeconds(), exp);
      },
    issueHandoff:
      ({ notAfter, principal }) =>
      async () => {
        for (const [code, { expiresAt }] of handoffs) if (Date.parse(expiresAt) <= clock.now()) handoffs.delete(code);
        const exp = Math.min(nowSeconds() + handoffLifetimeSeconds, Math.floor(Date.parse(notAfter) / 1000));
        const code = ids.salt();
        const id = ids.id();
        const expiresAt = new Date(exp * 1000).toISOString();
        handoffs.set(code, { principal, id, expiresAt, notAfter });
        return E.right({ code, expiresAt });
      },
    readHandoff: (code) => async () => {
      const found = handoffs.get(code);
      return found && clock.now() < Date.parse(found.expiresAt) ? E.right(found) : E.left(invalidToken);
    },
    verify: (token) => async () => {
      const found = tokens.get(token);
      if (found === undefined) return E.left(invalidToken);
      if (clock.now() >= found.expiresAt) return E.left(tokenExpired);
      const { principal, expiresAt } = found;
      const times = { expiresAt: new Date(expiresAt).toISOString() };
      return E.right({ principal, hasOwnType: true, namesClient: true, id: token, ...times });
    },
  };
};
