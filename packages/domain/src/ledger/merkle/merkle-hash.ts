import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js';

/** A hash of a Merkle tree: SHA-256 as 64 lower-case hex characters. */
export type TreeHash = string;

/** The bytes before what is hashed, so that no node can be presented as a leaf (RFC 9162 section 2.1.1). */
const leafPrefix = Uint8Array.of(0);
const nodePrefix = Uint8Array.of(1);

/** Whether a text has the form of a hash. */
export const isTreeHash = (text: string): boolean => /^[0-9a-f]{64}$/.test(text);

/** The root of a tree without leaves. */
export const emptyRoot: TreeHash = bytesToHex(sha256(new Uint8Array()));

/** The hash of a leaf over its content. */
export const leafHash = (content: Uint8Array): TreeHash => bytesToHex(sha256(concatBytes(leafPrefix, content)));

/** The hash of a leaf of the log: its content is the hash of a ledger entry, as 32 bytes. */
export const entryLeaf = (entryHash: string): TreeHash => leafHash(hexToBytes(entryHash));

/** The hash of a node over the hashes of its two children. */
export const nodeHash = (left: TreeHash, right: TreeHash): TreeHash =>
  bytesToHex(sha256(concatBytes(nodePrefix, hexToBytes(left), hexToBytes(right))));
