import type { Event } from './api/openapi.ts';
import { required } from './calls/required.ts';

/** Why a delivery is not believed. Answer it with 400: it is tried again later. */
export type WebhookFault = {
  readonly code: 'header_missing' | 'timestamp_too_old' | 'timestamp_too_new' | 'signature_mismatch' | 'body_invalid';
  readonly detail: string;
};

/** An event of the feed, or a ping, which is for the endpoint alone. */
export type WebhookEvent =
  | Event
  | {
      readonly id: string;
      readonly type: 'endpoint.ping';
      readonly timestamp: string;
      readonly data: { readonly id: string; readonly object: 'webhook_endpoint' };
    };

export type WebhookResult =
  | { readonly ok: true; readonly value: WebhookEvent }
  | { readonly ok: false; readonly problem: WebhookFault };

/** The headers of a request: those of `fetch`, or those of Node. */
export type WebhookHeaders = Headers | { readonly [name: string]: string | readonly string[] | undefined };

export type VerifyOptions = {
  /** The time now, in milliseconds since 1970. */
  readonly now?: (() => number) | undefined;
};

/** How far the time of a delivery may be from that of this machine, to both sides. */
const toleranceSeconds = 5 * 60;

const isHeaders = (headers: WebhookHeaders): headers is Headers => typeof headers['get'] === 'function';

const headerOf = (headers: WebhookHeaders, name: string): string | null => {
  if (isHeaders(headers)) return headers.get(name);
  const [, value] = Object.entries(headers).find(([one]) => one.toLowerCase() === name) ?? [];
  return typeof value === 'string' ? value : null;
};

/** The bytes of a base64 text, or none where it is no such text. */
const decodeBase64 = (text: string): Uint8Array<ArrayBuffer> => {
  try {
    return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  } catch {
    return new Uint8Array();
  }
};

const secretKey = (secret: unknown): Uint8Array<ArrayBuffer> => {
  const bytes = typeof secret === 'string' ? decodeBase64(secret.replace(/^whsec_/, '')) : new Uint8Array();
  if (bytes.length === 0) throw new TypeError('A webhook secret is "whsec_" and at least one byte in base64.');
  return bytes;
};

const hmac = async (secret: Uint8Array<ArrayBuffer>, signed: Uint8Array<ArrayBuffer>): Promise<Uint8Array> => {
  const key = await crypto.subtle.importKey('raw', secret, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  return new Uint8Array(await crypto.subtle.sign('HMAC', key, signed));
};

/** Compares all bytes, whichever differ: the time says nothing about them. */
const isSame = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && one.reduce((differing, byte, i) => differing | (byte ^ (other[i] ?? 0)), 0) === 0;

const textBytes = (text: string): Uint8Array => new TextEncoder().encode(text);

const joined = (parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> => {
  const whole = new Uint8Array(parts.reduce((size, { length }) => size + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
};

const refused = (code: WebhookFault['code'], detail: string) => ({ ok: false, problem: { code, detail } }) as const;

const parseBody = (body: Uint8Array): WebhookResult => {
  try {
    return { ok: true, value: JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body)) };
  } catch {
    return refused('body_invalid', 'The body is signed, but it is not JSON.');
  }
};

/** Whether a value has the bytes of a body. It may come from another realm, whose classes are others. */
const isRaw = (body: unknown): body is string | Uint8Array | ArrayBuffer =>
  typeof body === 'string' ||
  ArrayBuffer.isView(body) ||
  Object.prototype.toString.call(body) === '[object ArrayBuffer]';

const parsedBody =
  'The body was parsed before, or not read: a signature is of its bytes. In Express put express.raw({ type: "application/json" }) on this route, before express.json(); elsewhere give the text of the request.';

/**
 * Verifies a delivery (Standard Webhooks 1.0.0, `v1`: HMAC-SHA256 over id, time and body) and answers its event.
 *
 * @param rawBody The body as it was received. A body that was parsed and written again has other bytes.
 * @param headers `webhook-id`, `webhook-timestamp` and `webhook-signature` are read.
 * @param secrets One secret, or several of which one has signed: while one is exchanged, give the new and the old one.
 * @throws TypeError if there are no headers, no secret, or one that is none.
 */
export const verify = async (
  rawBody: string | Uint8Array | ArrayBuffer,
  headers: WebhookHeaders,
  secrets: string | readonly string[],
  { now = Date.now }: VerifyOptions = {},
): Promise<WebhookResult> => {
  const given = typeof secrets === 'string' ? [secrets] : secrets;
  // A program in JavaScript may give the value of a variable that is not set.
  if (!Array.isArray(given) || given.length === 0) throw new TypeError('Without a secret no webhook can be verified.');
  const keys = given.map(secretKey);
  if (!isRaw(rawBody)) return refused('body_invalid', parsedBody);
  required(headers, 'headers');
  const [id, time, signatures] = ['id', 'timestamp', 'signature'].map((name) => headerOf(headers, `webhook-${name}`));
  if (!id || !time || !signatures || !/^\d{1,12}$/.test(time))
    return refused('header_missing', 'webhook-id, webhook-timestamp and webhook-signature are needed.');
  const late = now() / 1000 - Number(time);
  if (late > toleranceSeconds) return refused('timestamp_too_old', `signed ${Math.round(late)} s ago`);
  if (late < -toleranceSeconds) return refused('timestamp_too_new', `signed ${Math.round(-late)} s ahead`);
  const body = typeof rawBody === 'string' ? textBytes(rawBody) : new Uint8Array(rawBody);
  const signed = joined([textBytes(`${id}.${time}.`), body]);
  const claimed = signatures.split(' ').flatMap((one) => (one.startsWith('v1,') ? [decodeBase64(one.slice(3))] : []));
  const expected = await Promise.all(keys.map((key) => hmac(key, signed)));
  const matches = expected.flatMap((one) => claimed.filter((other) => isSame(one, other)));
  return matches.length > 0 ? parseBody(body) : refused('signature_mismatch', 'No signature is by one of the secrets.');
};
