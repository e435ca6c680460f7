import { isPlainObject, schemaCodec } from '../kernel/codec.ts';
import type { Json } from '../ledger/entry.ts';

const isJson = (u: unknown): u is Json => {
  if (u === null || typeof u === 'string' || typeof u === 'boolean') return true;
  if (typeof u === 'number') return Number.isFinite(u);
  if (Array.isArray(u)) return u.every(isJson);
  return isPlainObject(u) && Object.values(u).every(isJson);
};

/** Any JSON value (RFC 8259). */
export const JsonCodec = schemaCodec('a JSON value', isJson, {});

type JsonObject = { readonly [key: string]: Json };

const isJsonObject = (u: unknown): u is JsonObject => isPlainObject(u) && Object.values(u).every(isJson);

/** Any JSON object. */
export const JsonObjectCodec = schemaCodec('a JSON object', isJsonObject, { type: 'object' });
