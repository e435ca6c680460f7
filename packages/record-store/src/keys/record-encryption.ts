import { pipe, type TaskEither, TE, type Unavailable } from '@portcullis/domain';
import type { RecordDriver } from '../driver/record-driver.ts';
import { keyedDigest } from '../encryption/keyed-digest.ts';
import type { Keyring } from '../encryption/keyring.ts';
import { type DataKeys, dataKeyStore } from './data-keys.ts';
import { type SealedMarker, sealedMarker } from './sealed-marker.ts';
import { type ServiceKeys, serviceKeyStore } from './service-keys.ts';

/** Computes the text under which a row is found, from values that may not be stored in plaintext. */
export type LookUpDigest = (...words: readonly string[]) => string;

/** How the stores of one database encrypt personal data. All stores share one, because it caches keys. */
export type RecordEncryption = {
  /** `null`: nothing is sealed, and what is sealed cannot be read. */
  readonly keyring: Keyring | null;
  readonly dataKeys: DataKeys;
  readonly serviceKeys: ServiceKeys;
  /** Whether everything is sealed, so that a row in clear is damage. */
  readonly marker: SealedMarker;
  /**
   * The digest function under the service's own key for look-ups, which outlives every key of the keyring; `null`
   * without a keyring.
   */
  readonly lookUpDigest: TaskEither<Unavailable, LookUpDigest | null>;
};

/** A plaintext column is percent-encoded, and so never begins with this character. */
const digestPrefix = '#';

/**
 * Creates the encryption with the keys of a keyring, or without any (`null`). With `requireSealed` and a keyring
 * nothing in clear is believed, whatever the database says. It sends no request yet.
 */
export const recordEncryption = (
  driver: RecordDriver,
  keyring: Keyring | null,
  requireSealed: boolean,
): RecordEncryption => {
  const marker = sealedMarker(driver, keyring, requireSealed);
  const serviceKeys = serviceKeyStore(driver, keyring, marker);
  return {
    keyring,
    marker,
    dataKeys: dataKeyStore(driver, keyring),
    serviceKeys,
    lookUpDigest:
      keyring === null
        ? TE.right(null)
        : pipe(
            serviceKeys.keyNamed('lookup'),
            TE.map(
              (key): LookUpDigest =>
                (...words) =>
                  digestPrefix + keyedDigest(key, words),
            ),
          ),
  };
};
