import { createPrivateKey, type KeyObject } from 'node:crypto';
import { parseJson, t } from '@portcullis/domain/kernel';
import { textCodec } from './codecs/values.ts';
import { readTextFile } from './text-file.ts';

const rule = 'an Ed25519 private key as PEM without a passphrase or as JWK, or the path of a file that has one';

/** A PEM in one line, as some secret stores keep it, has `\n` for its line ends. */
const pemOf = (text: string): string => (text.includes('\n') ? text : text.replaceAll('\\n', '\n'));

const Jwk = t.intersection([t.type({ kty: t.literal('OKP'), crv: t.literal('Ed25519') }), t.UnknownRecord]);

const keyOf = (text: string): KeyObject | null => {
  const trimmed = text.trim();
  if (trimmed.startsWith('-----BEGIN ')) return createPrivateKey(pemOf(trimmed));
  const json = parseJson(trimmed);
  return Jwk.is(json) ? createPrivateKey({ key: json, format: 'jwk' }) : null;
};

const readKey = (text: string): KeyObject | undefined => {
  try {
    const key = keyOf(text) ?? keyOf(readTextFile(text));
    return key?.asymmetricKeyType === 'ed25519' ? key : undefined;
  } catch {
    // The error would name the path, or quote the key.
    return undefined;
  }
};

/** The private key of `LEDGER_SIGNING_KEY`, or of the file that it names. */
export const LedgerSigningKey = textCodec(rule, readKey);
