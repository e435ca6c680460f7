import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto';
import { prettyJson } from '@portcullis/app/evidence';
import { E } from '@portcullis/domain';
import { decode, mapConcurrent, parseJson } from '@portcullis/domain/kernel';
import { type Checkpoint, signedText } from '@portcullis/events/ports';
import { CheckpointBody, checkpointBody, checkpointOfBody } from '@portcullis/http';
import type { HeadFolder } from './head-folder.ts';

/** The faults of heads, the kept ones and the log's own, before they are compared with the entries. */
export const headFaults = {
  head_unreadable: 'the file is not a head of a log',
  head_signature: 'the signature is not one of this head',
  head_signer: 'the head was signed by somebody else',
  head_missing: 'a newer head was kept, so that one was removed or changed here',
} as const;

/** `file` is `null` for the newest head in the database. */
export type HeadFault = { readonly file: string | null; readonly fault: keyof typeof headFaults };

/** Heads that were kept, the smallest first, who signed them, the signers that are accepted, and what is wrong. */
export type KeptHeads = {
  readonly heads: readonly Checkpoint[];
  readonly signers: readonly string[];
  readonly unsigned: number;
  readonly pinned: readonly string[];
  readonly faults: readonly HeadFault[];
};

export const noKeptHeads: KeptHeads = { heads: [], signers: [], unsigned: 0, pinned: [], faults: [] };

const fingerprintOf = (publicKey: string): string =>
  createHash('sha256').update(Buffer.from(publicKey, 'base64')).digest('hex');

const publicKeyOf = (text: string): KeyObject | null => {
  try {
    return createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' });
  } catch {
    return null;
  }
};

const isSigned = (head: Checkpoint): boolean => {
  if (head.signature === null) return true;
  const key = publicKeyOf(head.signature.publicKey);
  if (key?.asymmetricKeyType !== 'ed25519') return false;
  return verify(null, Buffer.from(signedText(head)), key, Buffer.from(head.signature.value, 'base64'));
};

/** The fault of the signature of a head; where `pinned` names signers, no other one is accepted. */
export const signatureFault = (head: Checkpoint, pinned: readonly string[]): HeadFault['fault'] | null => {
  if (!isSigned(head)) return 'head_signature';
  const isPinned =
    pinned.length === 0 || (head.signature !== null && pinned.includes(fingerprintOf(head.signature.publicKey)));
  return isPinned ? null : 'head_signer';
};

const readsAtOnce = 8;

/** Reads heads of some names, of the `pinned` signers, or of any. Throws if they cannot be read. */
export const readKeptHeads = async (
  folder: HeadFolder,
  names: readonly string[],
  pinned: readonly string[],
): Promise<KeptHeads> => {
  const heads: Checkpoint[] = [];
  const faults: HeadFault[] = [];
  const texts = await mapConcurrent(names, folder.read, readsAtOnce);
  for (const [n, file] of names.entries()) {
    const body = decode(CheckpointBody, parseJson(texts[n] ?? ''));
    const head = E.isRight(body) ? checkpointOfBody(body.right) : null;
    const fault = head === null ? 'head_unreadable' : signatureFault(head, pinned);
    if (fault !== null) faults.push({ file, fault });
    else if (head !== null) heads.push(head);
  }
  const signers = heads.flatMap(({ signature }) => (signature === null ? [] : [fingerprintOf(signature.publicKey)]));
  return {
    heads: heads.toSorted((a, b) => a.size - b.size),
    signers: [...new Set(signers)],
    unsigned: heads.length - signers.length,
    pinned,
    faults,
  };
};

/** The name under which a head is kept, by which heads are in their order. */
const headName = ({ hash, size }: Checkpoint): string => `${String(size).padStart(12, '0')}-${hash.slice(0, 16)}.json`;

export const keepHead = ({ add }: HeadFolder, head: Checkpoint): Promise<void> =>
  add(headName(head), prettyJson(checkpointBody(head)));

/**
 * Why a head is not to be kept behind those that were: its signature is not one of it, or it is not by a pinned signer.
 * Where none is pinned, the signer of the newest kept head is demanded, if that one is signed.
 */
export const signatureRefusal = (
  head: Checkpoint,
  kept: Checkpoint | undefined,
  pinned: readonly string[],
): string | null => {
  const own = kept?.signature ? [fingerprintOf(kept.signature.publicKey)] : [];
  const fault = signatureFault(head, pinned.length > 0 ? pinned : own);
  if (fault === null) return null;
  const isKeyOther = fault === 'head_signer' && pinned.length === 0;
  const hint = isKeyOther ? ' If the signing key was replaced, name the new one with --fingerprint.' : '';
  return `The newest head of the log is not believed: ${headFaults[fault]} (${fault}).${hint}`;
};
