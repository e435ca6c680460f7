import { E, notFound } from '@portcullis/domain';
import { isLoopbackHost, scopes, t } from '@portcullis/domain/kernel';
import { parseUrl } from '../../request/parse-url.ts';
import type { HttpContext } from '../../request/request-context.ts';
import { plainRoute } from '../endpoint.ts';
import { emptyObject, type HttpDeps, noBody } from '../route.ts';

const Words = t.readonlyArray(t.string);

export const AuthorizationServerBody = t.type(
  {
    issuer: t.string,
    token_endpoint: t.string,
    revocation_endpoint: t.string,
    grant_types_supported: Words,
    response_types_supported: Words,
    scopes_supported: Words,
    token_endpoint_auth_methods_supported: Words,
    token_endpoint_auth_signing_alg_values_supported: Words,
    revocation_endpoint_auth_methods_supported: Words,
    revocation_endpoint_auth_signing_alg_values_supported: Words,
    service_documentation: t.string,
  },
  'AuthorizationServer',
);

const methods = ['client_secret_basic', 'client_secret_post', 'private_key_jwt'];
const algorithms = [
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
];

const metadataOf = (issuer: string): t.TypeOf<typeof AuthorizationServerBody> => ({
  issuer,
  token_endpoint: `${issuer}/api/auth/token`,
  revocation_endpoint: `${issuer}/api/auth/revoke`,
  grant_types_supported: ['client_credentials'],
  response_types_supported: [],
  scopes_supported: scopes,
  token_endpoint_auth_methods_supported: methods,
  token_endpoint_auth_signing_alg_values_supported: algorithms,
  revocation_endpoint_auth_methods_supported: methods,
  revocation_endpoint_auth_signing_alg_values_supported: algorithms,
  service_documentation: `${issuer}/docs`,
});

/**
 * The address of the service: the configured one; in development the one that was asked for. No other host is believed,
 * because a client sends its secret to where the answer says.
 */
const issuerFor = ({ config }: HttpDeps, { req }: HttpContext): string | null => {
  if (config.publicUrl !== null) return config.publicUrl;
  const { host = '' } = req.headers;
  const url = parseUrl(`http://${host}`);
  return config.redirects.allowsLoopback && url !== null && isLoopbackHost(url.hostname) ? url.origin : null;
};

export const readOAuthMetadata = plainRoute({
  method: 'GET',
  path: '/.well-known/oauth-authorization-server',
  id: 'readOAuthMetadata',
  tag: 'Service',
  summary: 'The metadata of the authorization server (RFC 8414)',
  description: 'By it OAuth clients find the token endpoint, and learn how they can authenticate themselves.',
  access: 'public',
  scope: null,
  showsRecords: false,
  params: emptyObject,
  query: emptyObject,
  body: noBody,
  responses: [{ status: 200, description: 'The metadata.', body: AuthorizationServerBody }],
  errors: ['not_found'],
  described: true,
  serve: (deps, ctx) => async () => {
    const issuer = issuerFor(deps, ctx);
    return issuer === null ? E.left(notFound) : E.right({ status: 200, body: metadataOf(issuer) });
  },
});
