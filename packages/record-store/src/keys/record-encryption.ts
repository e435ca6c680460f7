import { pipe, type TaskEither, TE, type Unavailable } from '@portcullis/domain';
import type { RecordDriver } from '../driver/record-driver.ts';
import { keyedDigest } from '../encryption/keyed-digest.ts';
import { type DataKeys, dataKeyStore } from './data-keys.ts';
import type { Keyring } from './keyring.ts';
import { type ServiceKeys, serviceKeyStore } from './service-keys.ts';

/** Computes the text under which a row is found, from values that may not be stored in plaintext. */
export type LookUpDigest = (...words: readonly string[]) => string;

/** How the stores of one database encrypt personal data. All stores share one, because it caches keys. */
export type RecordEncryption = {
  readonly dataKeys: DataKeys;
  readonly serviceKeys: ServiceKeys;
  /** The digest function under the service's own key for look-ups, which outlives every key of the keyring. */
  readonly lookUpDigest: TaskEither<Unavailable, LookUpDigest>;
};

/** A column that is not a digest is percent-encoded, and so never begins with this character. */
const digestPrefix = '#';

/** Creates the encryption with the keys of a keyring. It sends no request yet. */
export const recordEncryption = (driver: RecordDriver, keyring: Keyring): RecordEncryption => {
  const serviceKeys = serviceKeyStore(driver, keyring);
  const lookUpKey = serviceKeys.keyNamed('lookup');
  return {
    // A key of a profile is made only by a process that has opened a key of the service.
    dataKeys: dataKeyStore(driver, keyring, lookUpKey),
    serviceKeys,
    lookUpDigest: pipe(
      lookUpKey,
      TE.map(
        (key): LookUpDigest =>
          (...words) =>
            digestPrefix + keyedDigest(key, words),
      ),
    ),
  };
};
