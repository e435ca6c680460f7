// Verifies that the last entry of an evidence pack is in the log of all entries, up to a head that was signed.
// `verify.mjs` calls it for checkpoint.json; it needs Node 20, and no package.
import { createHash, createPublicKey, verify } from 'node:crypto';

/** Fails the check with a sentence. */
const must = (holds, sentence) => {
  if (!holds) throw new Error(`checkpoint.json: ${sentence}`);
};

/** SHA-256 over bytes, or over a text, in hex. */
export const sha256 = (...parts) =>
  createHash('sha256')
    .update(Buffer.concat(parts.map((part) => Buffer.from(part))))
    .digest('hex');
const ofHex = (hash) => Buffer.from(hash, 'hex');
const isHash = (text) => typeof text === 'string' && /^[0-9a-f]{64}$/.test(text);
const isCount = (n) => Number.isSafeInteger(n) && n >= 0;
const half = (n) => Math.floor(n / 2);

/** The hashes of leaves and nodes begin with different bytes (RFC 9162 section 2.1.1). */
const leafHash = (content) => sha256(Uint8Array.of(0), ofHex(content));
const nodeHash = (left, right) => sha256(Uint8Array.of(1), ofHex(left), ofHex(right));

/** The root to which the proof of a leaf leads (RFC 9162 section 2.1.3.2); `null` for a proof of another length. */
const rootOf = (leaf, index, size, proof) => {
  let hash = leaf;
  let at = index;
  let last = size - 1;
  for (const sibling of proof) {
    if (last === 0) return null;
    const isRight = at % 2 === 1 || at === last;
    hash = isRight ? nodeHash(sibling, hash) : nodeHash(hash, sibling);
    while (isRight && at % 2 === 0 && at !== 0) {
      at = half(at);
      last = half(last);
    }
    at = half(at);
    last = half(last);
  }
  return last === 0 ? hash : null;
};

/** The fingerprint of whoever signed the head, by another key than that of the pack; `null` without a signature. */
const signerOf = ({ log_id, root, signature, signed_text, size, time }) => {
  const text = JSON.stringify({ format: 'portcullis-checkpoint/1', log_id, root, size, time });
  must(signed_text === text, 'the signed text is not that of the head');
  if (signature === null) return null;
  const der = Buffer.from(signature.public_key, 'base64');
  const key = createPublicKey({ key: der, format: 'der', type: 'spki' });
  must(key.asymmetricKeyType === 'ed25519', 'the signer has no Ed25519 key');
  const isValid = verify(null, Buffer.from(text), key, Buffer.from(signature.value, 'base64'));
  must(isValid, 'the head is not what was signed');
  return sha256(der);
};

/** Verifies the proof for the last entry of a ledger, and answers what it shows. */
export const verifyCheckpoint = ({ checkpoint, hash, index, proof, seq }, last) => {
  must(seq === last.seq && hash === last.hash, 'the proof is of another entry than the last one');
  must(isHash(checkpoint?.root) && isCount(checkpoint.size), 'there is no head of the log');
  must(isCount(index) && index < checkpoint.size, 'the place is not in the log');
  must(Array.isArray(proof) && proof.every(isHash), 'there is no proof');
  must(rootOf(leafHash(hash), index, checkpoint.size, proof) === checkpoint.root, 'the entry is not in the log');
  const signer = signerOf(checkpoint);
  const by = signer === null ? 'not signed' : `signed by ${signer}`;
  const place = `entry ${seq} is number ${index + 1} of ${checkpoint.size}`;
  return `${place} in the log ${checkpoint.log_id} at ${checkpoint.time}, ${by}`;
};
