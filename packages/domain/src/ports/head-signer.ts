import type { Unavailable } from '../kernel/errors.ts';
import type { TaskEither } from '../kernel/fp.ts';
import type { HeadSignature } from '../ledger/checkpoint.ts';

/** Signs heads of the log, with a key that is not in the database. */
export type HeadSigner = {
  readonly publicKey: string;
  readonly sign: (text: string) => HeadSignature;
};

/** Asks a time stamping authority (RFC 3161) to stamp the SHA-256 of a text; answers its response in base64. */
export type TimestampAuthority = { readonly stamp: (text: string) => TaskEither<Unavailable, string> };
