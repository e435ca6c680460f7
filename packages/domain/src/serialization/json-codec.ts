import { isPlainObject, t } from '../kernel/codec.ts';
import type { Json } from '../ledger/entry.ts';
import type { IdentityCodec } from './record-codec.ts';

const isJson = (u: unknown): u is Json => {
  if (u === null || typeof u === 'string' || typeof u === 'boolean') return true;
  if (typeof u === 'number') return Number.isFinite(u);
  if (Array.isArray(u)) return u.every(isJson);
  return isPlainObject(u) && Object.values(u).every(isJson);
};

/** Any JSON value (RFC 8259). */
export const JsonCodec: IdentityCodec<Json> = new t.Type<Json, Json, unknown>(
  'a JSON value',
  isJson,
  (u, context) => (isJson(u) ? t.success(u) : t.failure(u, context)),
  t.identity,
);

type JsonObject = { readonly [key: string]: Json };

const isJsonObject = (u: unknown): u is JsonObject => isPlainObject(u) && Object.values(u).every(isJson);

/** Any JSON object. */
export const JsonObjectCodec: IdentityCodec<JsonObject> = new t.Type<JsonObject, JsonObject, unknown>(
  'a JSON object',
  isJsonObject,
  (u, context) => (isJsonObject(u) ? t.success(u) : t.failure(u, context)),
  t.identity,
);
