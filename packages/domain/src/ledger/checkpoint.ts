import { canonicalJson } from '../kernel/hash.ts';
import type { TreeHash } from './merkle/merkle-hash.ts';

/**
 * The head of the log of all entries: how many entries it has, and the root of the Merkle tree over them (RFC 9162
 * section 2.1). `logId` names the log, 15 characters a-z and 0-9; `time` is when the head was made.
 */
export type TreeHead = {
  readonly logId: string;
  readonly size: number;
  readonly root: TreeHash;
  readonly time: string;
};

/** An Ed25519 signature (RFC 8032) in base64, with the public key that verifies it: SPKI in DER, in base64. */
export type HeadSignature = { readonly publicKey: string; readonly value: string };

/**
 * A head that is kept: signed, unless the service had no key, with the RFC 3161 timestamp over its signed text (a
 * `TimeStampResp` in DER, in base64), where there is one.
 */
export type Checkpoint = TreeHead & {
  readonly signature: HeadSignature | null;
  readonly timestamp: string | null;
};

/** The text of a head that is signed: canonical JSON (RFC 8785). */
export const signedText = ({ logId, root, size, time }: TreeHead): string =>
  canonicalJson({ format: 'portcullis-checkpoint/1', log_id: logId, root, size, time });
