import { E } from '@portcullis/domain';
import { closedObject, matching, oneOf, parseJson, plainText, type Scope, scopes, t } from '@portcullis/domain/kernel';
import { ClientSecret, type ConfiguredClient } from './secrets.ts';

const SecretHash = matching('sha256: and the SHA-256 of the secret in 64 hex digits', /^sha256:[0-9a-fA-F]{64}$/);
const ClientId = matching('1 to 128 visible ASCII characters', /^[\x21-\x7e]+$/, 128);
const Tenant = plainText(1, 128);

const ClientEntry = closedObject(
  { client_id: ClientId, partner_id: Tenant, scopes: t.array(oneOf(scopes)) },
  { client_secret: ClientSecret, client_secret_hash: SecretHash, team_id: t.union([Tenant, t.null]) },
);
const ClientEntries = t.array(ClientEntry);

const toClient = (entry: t.TypeOf<typeof ClientEntry>): ConfiguredClient | undefined => {
  const { client_secret: plain, client_secret_hash: hash } = entry;
  if (entry.scopes.length === 0) return undefined;
  const tenant = { partnerId: entry.partner_id, teamId: entry.team_id ?? null };
  const client = { clientId: entry.client_id, tenant, scopes: entry.scopes };
  if (plain !== undefined && hash === undefined) return { ...client, clientSecret: plain };
  if (plain === undefined && hash !== undefined) return { ...client, clientSecretHash: hash };
  return undefined;
};

/** The clients of `JWT_CLIENTS_JSON`: at least one, with unique ids, each with exactly one form of its secret. */
export const ClientsJson = new t.Type<readonly ConfiguredClient[], unknown, unknown>(
  'a JSON array of clients',
  (u): u is readonly ConfiguredClient[] => Array.isArray(u),
  (u, context) => {
    // The parser's own message would quote the text, which holds secrets.
    const json = typeof u === 'string' ? parseJson(u) : undefined;
    if (!Array.isArray(json) || json.length === 0) return t.failure(undefined, context);
    const decoded = ClientEntries.validate(json, context);
    if (E.isLeft(decoded)) return decoded;
    const clients = decoded.right.map(toClient);
    const known = clients.filter((client) => client !== undefined);
    if (known.length < clients.length) {
      const key = String(clients.indexOf(undefined));
      const rule = 'at least one scope, and either client_secret or client_secret_hash';
      return t.failure(undefined, [...context, { key, type: ClientEntry }], rule);
    }
    return new Set(known.map(({ clientId }) => clientId)).size === known.length
      ? t.success(known)
      : t.failure(undefined, context, 'clients of which each client_id stands once');
  },
  t.identity,
);

/** The one client of the `JWT_CLIENT_*` variables. */
export const SingleClient = {
  id: ClientId,
  secret: ClientSecret,
  tenant: Tenant,
  scopes: new t.Type<readonly Scope[], unknown, unknown>(
    `scopes separated by blanks or commas, out of ${scopes.join(', ')}`,
    (u): u is readonly Scope[] => Array.isArray(u),
    (u, context) => {
      const words = typeof u === 'string' ? u.split(/[\s,]+/).filter((word) => word !== '') : [];
      const known = scopes.filter((scope) => words.includes(scope));
      return words.length > 0 && words.every((word) => scopes.some((scope) => scope === word))
        ? t.success(known)
        : t.failure(undefined, context);
    },
    t.identity,
  ),
};
