import { E, type FlowPrincipal, notFound, TE } from '@portcullis/domain';
import { invalidClient, scopes } from '@portcullis/domain/kernel';
import { type ClientCredentials, unnamedPartner } from '@portcullis/domain/ports';
import type { Revocation } from '@portcullis/domain/use-cases';
import type { Services } from '@portcullis/http';
import { invalidScope } from '#domain/kernel/errors';

/** The one client, by its secret or by an assertion that the stand-in takes for valid. */
const isKnownClient = (credentials: ClientCredentials): boolean =>
  credentials.clientId === 'acme backend' &&
  ('clientSecret' in credentials
    ? credentials.clientSecret === 'se:cret+%'
    : credentials.clientAssertion.endsWith('.signature'));

/** The services of tokens, for that client. */
export const stubTokens: Pick<Services, 'issueToken' | 'revokeToken'> = {
  issueToken: ({ credentials, scopes: wanted }) => {
    if (!isKnownClient(credentials)) return TE.left(invalidClient);
    const granted = scopes.filter((scope) => wanted === null || wanted.includes(scope));
    if (wanted !== null && granted.length !== wanted.length) return TE.left(invalidScope);
    return TE.right({ token: 'machine', expiresIn: 3600, scopes: granted });
  },
  revokeToken: ({ credentials, token }) => {
    if (!isKnownClient(credentials)) return TE.left(invalidClient);
    const outcomes: Record<string, Revocation> = { machine: 'revoked', flow: 'flow_token', other: 'other_client' };
    return TE.right(outcomes[token] ?? 'not_valid');
  },
};

/** The code that the stand-in redeems. */
export const theCode = 'Y29kZQ.c2lnbmF0dXJl';

const principal: FlowPrincipal = {
  kind: 'flow',
  profileId: 'ada000000000001',
  tenant: { partnerId: 'acme', teamId: null },
  generation: 1,
  tokenId: 'of-the-code',
};

/** Stand-ins for what the page of the person needs. */
export const flowServices: Pick<Services, 'createHandoff' | 'redeemHandoff' | 'reportFlowStep'> = {
  createHandoff: () => TE.right({ code: theCode, expiresAt: '2026-05-04T09:35:00.000Z' }),
  redeemHandoff:
    ({ code }) =>
    async () =>
      code === theCode
        ? E.right({
            principal,
            profileId: principal.profileId,
            status: 'in_progress',
            token: 'abc',
            expiresAt: '2026-05-04T10:30:00.000Z',
            partner: { ...unnamedPartner, name: 'Acme' },
          })
        : E.left(notFound),
  reportFlowStep: () => TE.right(undefined),
};
