import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { E } from '@portcullis/domain';
import { decode, integer, parseJson, t } from '@portcullis/domain/kernel';

/** Binds the answer of the provider to the browser that has started the sign-in. */
const Transaction = t.type({
  state: t.string,
  nonce: t.string,
  verifier: t.string,
  /** Milliseconds since 1970. */
  endsAt: integer(0, Number.MAX_SAFE_INTEGER),
});
export type Transaction = t.TypeOf<typeof Transaction>;

const cipher = 'aes-256-gcm';
const ivBytes = 12;
const tagBytes = 16;
/** No sealed transaction is longer than this. */
const maxLength = 2000;

/** Seals transactions with a key derived from the secret of the service, so that every instance opens them. */
export const transactionSeal = (secret: string) => {
  const key = new Uint8Array(hkdfSync('sha256', secret, '', 'portcullis staff sign-in', 32));

  const open = (sealed: string): unknown => {
    const bytes = Buffer.from(sealed, 'base64url');
    try {
      const decipher = createDecipheriv(cipher, key, bytes.subarray(0, ivBytes), { authTagLength: tagBytes });
      decipher.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
      const text = Buffer.concat([decipher.update(bytes.subarray(ivBytes + tagBytes)), decipher.final()]);
      return parseJson(text.toString('utf8'));
    } catch {
      return null;
    }
  };

  return {
    seal: (transaction: Transaction): string => {
      const iv = randomBytes(ivBytes);
      const encryption = createCipheriv(cipher, key, iv, { authTagLength: tagBytes });
      const text = Buffer.concat([encryption.update(JSON.stringify(transaction), 'utf8'), encryption.final()]);
      return Buffer.concat([iv, encryption.getAuthTag(), text]).toString('base64url');
    },
    /** The transaction; `null` if this service did not seal it, or if it has expired. */
    open: (sealed: string, now: number): Transaction | null => {
      const opened = sealed.length > maxLength ? E.left(null) : decode(Transaction, open(sealed));
      return E.isLeft(opened) || now >= opened.right.endsAt ? null : opened.right;
    },
  };
};
