import { createPrivateKey } from 'node:crypto';
import { readTextFile } from '@portcullis/app/configuration';
import { type Signer, signerFromKey } from '@portcullis/app/evidence';
import { E, type Either } from '@portcullis/domain';

/** Makes a signer from the private key in a file. Left says what is wrong with the file, without its content. */
export const signerFromFile = (path: string): Either<string, Signer> => {
  try {
    const key = createPrivateKey(readTextFile(path));
    return key.asymmetricKeyType === 'ed25519' ? E.right(signerFromKey(key)) : E.left('--key is not an Ed25519 key.');
  } catch {
    return E.left('--key cannot be read as a private key in PEM without a passphrase.');
  }
};
