import type { HeadSignature } from '../ledger/checkpoint.ts';

/** Signs heads of the log, with a key that is not in the database. */
export type HeadSigner = {
  readonly publicKey: string;
  readonly sign: (text: string) => HeadSignature;
};
