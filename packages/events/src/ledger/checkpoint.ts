import { canonicalJson, sha256OfText } from '@portcullis/domain/kernel';

/**
 * The head of the log of all entries: how many entries it has, and the hash that covers all of them in their order.
 * `logId` names the log, 15 characters a-z and 0-9; `time` is when the head was made.
 */
export type LogHead = {
  readonly logId: string;
  readonly size: number;
  readonly hash: string;
  readonly time: string;
};

/** An Ed25519 signature (RFC 8032) in base64, with the public key that verifies it: SPKI in DER, in base64. */
export type HeadSignature = { readonly publicKey: string; readonly value: string };

/** A head that is kept: signed, unless the service had no key. */
export type Checkpoint = LogHead & { readonly signature: HeadSignature | null };

/** The text of a head that is signed: canonical JSON (RFC 8785). */
export const signedText = ({ hash, logId, size, time }: LogHead): string =>
  canonicalJson({ format: 'portcullis-checkpoint/1', hash, log_id: logId, size, time });

/** The hash of a log without entries. */
export const emptyLogHash = '0'.repeat(64);

/** The hash of a log with one more entry: over the 64 characters of the one before, and the hash of the entry. */
export const nextLogHash = (hash: string, entryHash: string): string => sha256OfText(`${hash}${entryHash}`);
