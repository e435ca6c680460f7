import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { isObject } from './json.ts';
import type { Vendor } from './script.ts';

/** A request with its complete body. */
export type IncomingRequest = {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
};

/** The response to a request. */
export type VendorResponse = {
  readonly status: number;
  readonly headers: { readonly [name: string]: string };
  readonly body: string | Uint8Array;
};

/** An error response of a vendor. A part that is left out gets the vendor's usual code and message for that status. */
export type VendorError = {
  readonly status: number;
  readonly code?: string | undefined;
  readonly message?: string | undefined;
  readonly headers?: { readonly [name: string]: string };
};

/** A call to one of the vendors. */
export type SimulatedCall = {
  readonly vendor: Vendor;
  readonly operation: string;
  /** The body as the request log stores it: parsed, and without the bytes of images. */
  readonly body?: unknown;
  readonly respond: () => VendorResponse;
  /** An error response in the form of this vendor. */
  readonly errorResponse: (error: VendorError) => VendorResponse;
};

/** Returns one header as text. */
export const headerOf = ({ headers }: Pick<IncomingRequest, 'headers'>, name: string): string | undefined => {
  const value = headers[name];
  return Array.isArray(value) ? value.join(',') : value;
};

/** A SHA-256 digest in lower-case hex. */
export const sha256 = (data: Uint8Array | string): string => createHash('sha256').update(data).digest('hex');

/** A body as the log of requests stores it: the size and the digest of an image in the place of its bytes. */
export const withImageDigests = (value: unknown, member: 'Bytes' | 'data'): unknown => {
  if (Array.isArray(value)) return value.map((one) => withImageDigests(one, member));
  if (!isObject(value)) return value;
  const pairs = Object.entries(value).map(([name, inner]) => {
    if (name !== member || typeof inner !== 'string') return [name, withImageDigests(inner, member)];
    const bytes = Buffer.from(inner, 'base64');
    return [name, { bytes: bytes.length, sha256: sha256(bytes) }];
  });
  return Object.fromEntries(pairs);
};
