import { type ClientAuthentication, type ClientKey, clientKeysRule, readClientKeys } from '@portcullis/adapter-jose';
import { E } from '@portcullis/domain';
import { closedObject, matching, oneOf, parseStrictJson, plainText, scopes, t } from '@portcullis/domain/kernel';
import { parseRedirectOrigin, RedirectOrigins, redirectOriginRule, textCodec } from './codecs/values.ts';
import { PartnerPage, partnerIdentity } from './partner-page.ts';
import { ClientSecret, type ConfiguredClient } from './secrets.ts';

const SecretHash = matching('sha256: and the SHA-256 of the secret in 64 hex digits', /^sha256:[0-9a-fA-F]{64}$/);
const ClientId = matching('1 to 128 visible ASCII characters', /^[\x21-\x7e]+$/, 128);
const Tenant = plainText(1, 128);

const Jwks = new t.Type<readonly ClientKey[], unknown, unknown>(
  clientKeysRule,
  (u): u is readonly ClientKey[] => Array.isArray(u),
  (u, context) => {
    const keys = readClientKeys(u);
    return keys === null ? t.failure(undefined, context) : t.success(keys);
  },
  t.identity,
);

const RedirectOrigin = textCodec(redirectOriginRule, parseRedirectOrigin);

const ClientEntry = closedObject(
  { client_id: ClientId, partner_id: Tenant, scopes: t.array(oneOf(scopes)) },
  {
    client_secret: ClientSecret,
    client_secret_hash: SecretHash,
    jwks: Jwks,
    team_id: t.union([Tenant, t.null]),
    redirect_origins: t.array(RedirectOrigin),
    page: PartnerPage,
    trusts_reviewers: t.boolean,
  },
);
const ClientEntries = t.array(ClientEntry);
type Entry = t.TypeOf<typeof ClientEntry>;

const authenticationOf = ({
  client_secret,
  client_secret_hash,
  jwks: keys,
}: Entry): ClientAuthentication | undefined => {
  if (client_secret !== undefined && client_secret_hash !== undefined) return undefined;
  if (client_secret !== undefined) return { clientSecret: client_secret, ...(keys && { keys }) };
  if (client_secret_hash !== undefined) return { clientSecretHash: client_secret_hash, ...(keys && { keys }) };
  return keys && { keys };
};

const toClient = (entry: Entry): ConfiguredClient | undefined => {
  const authentication = authenticationOf(entry);
  if (entry.scopes.length === 0 || authentication === undefined) return undefined;
  return {
    clientId: entry.client_id,
    tenant: { partnerId: entry.partner_id, teamId: entry.team_id ?? null },
    scopes: entry.scopes,
    ...(entry.redirect_origins && { redirectOrigins: entry.redirect_origins }),
    ...(entry.trusts_reviewers && { trustsReviewers: true }),
    ...(entry.page && { page: partnerIdentity(entry.page) }),
    ...authentication,
  };
};

/** A parser's choice between two values of a key must not decide which of two secrets of a client is right. */
const forbidden = ['repeated_key', 'proto_key'] as const;

/**
 * The clients of `JWT_CLIENTS_JSON`: at least one, with unique ids, each with one form of its secret, with keys, or
 * with both.
 */
export const ClientsJson = new t.Type<readonly ConfiguredClient[], unknown, unknown>(
  'a JSON array of clients',
  (u): u is readonly ConfiguredClient[] => Array.isArray(u),
  (u, context) => {
    // The parser's own message would quote the text, which holds secrets.
    const parsed = parseStrictJson(typeof u === 'string' ? u : '', { forbidden });
    if (E.isLeft(parsed) && parsed.left !== 'not_json')
      return t.failure(undefined, context, 'JSON in which no object has a key twice, nor the key "__proto__"');
    const json = E.isRight(parsed) ? parsed.right : undefined;
    if (!Array.isArray(json) || json.length === 0) return t.failure(undefined, context);
    const decoded = ClientEntries.validate(json, context);
    if (E.isLeft(decoded)) return decoded;
    const clients = decoded.right.map(toClient);
    const known = clients.filter((client) => client !== undefined);
    if (known.length < clients.length) {
      const key = String(clients.indexOf(undefined));
      const rule =
        'at least one scope, and either client_secret or client_secret_hash, or jwks, or one of the two and jwks';
      return t.failure(undefined, [...context, { key, type: ClientEntry }], rule);
    }
    return new Set(known.map(({ clientId }) => clientId)).size === known.length
      ? t.success(known)
      : t.failure(undefined, context, 'clients of which each client_id stands once');
  },
  t.identity,
);

/** The clients of a sandbox, as the text that `ClientsJson` reads; `null` for none. */
export const SandboxClientsJson = new t.Type<string | null, unknown, unknown>(
  ClientsJson.name,
  (u): u is string | null => u === null || typeof u === 'string',
  (u, context) => {
    const text = typeof u === 'string' ? u : '';
    if (/^\s*\[\s*\]\s*$/.test(text)) return t.success(null);
    const clients = ClientsJson.validate(text, context);
    return E.isLeft(clients) ? clients : t.success(text);
  },
  t.identity,
);

/** The one client of the `JWT_CLIENT_*` variables. */
export const SingleClient = {
  id: ClientId,
  secret: ClientSecret,
  tenant: Tenant,
  redirectOrigins: RedirectOrigins,
  scopes: textCodec(`scopes separated by blanks or commas, out of ${scopes.join(', ')}`, (text) => {
    const words = text.split(/[\s,]+/).filter((word) => word !== '');
    const areKnown = words.length > 0 && words.every((word) => scopes.some((scope) => scope === word));
    return areKnown ? scopes.filter((scope) => words.includes(scope)) : undefined;
  }),
};
