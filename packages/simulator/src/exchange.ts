import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Vendor } from './script.ts';

/** A request with the whole of its body. */
export type Incoming = {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
};

/** What is answered to it. */
export type Answer = {
  readonly status: number;
  readonly headers: { readonly [name: string]: string };
  readonly body: string;
};

/** A no of a vendor; what is left out is the vendor's usual code and sentence for that status. */
export type Refusal = {
  readonly status: number;
  readonly code?: string | undefined;
  readonly message?: string | undefined;
  readonly headers?: { readonly [name: string]: string };
};

/** A request that one of the vendors is asked. */
export type Asked = {
  readonly vendor: Vendor;
  readonly operation: string;
  /** The body as the log of requests has it: parsed, and without the bytes of images. */
  readonly body?: unknown;
  readonly answer: () => Answer;
  /** The no of this vendor, in its own form. */
  readonly refuse: (refusal: Refusal) => Answer;
};

/** One header as text. */
export const headerOf = ({ headers }: Pick<Incoming, 'headers'>, name: string): string | undefined => {
  const value = headers[name];
  return Array.isArray(value) ? value.join(',') : value;
};

/** SHA-256 in lower-case hex. */
export const sha256 = (data: Uint8Array | string): string => createHash('sha256').update(data).digest('hex');

/** What the log of requests has in the place of an image. */
export const imageNote = (base64: string): { readonly bytes: number; readonly sha256: string } => {
  const bytes = Buffer.from(base64, 'base64');
  return { bytes: bytes.length, sha256: sha256(bytes) };
};
