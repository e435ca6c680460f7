import { pipe, type TaskEither, TE, type Unavailable } from '@portcullis/domain';
import { type Keyring, keyedDigest } from '@portcullis/sealing';
import type { PocketbaseClient } from '../client/client.ts';
import { type DataKeys, dataKeysIn } from './data-keys.ts';
import { pocketbaseServiceKeys, type ServiceKeys } from './service-keys.ts';

/** A text under which a row is found, made from what may not stand there in clear. */
export type Digest = (...words: readonly string[]) => string;

/** How the stores of one database keep what is personal: one for all of them, since it remembers keys. */
export type Sealing = {
  /** `null`: nothing is sealed, and what is cannot be read. */
  readonly keyring: Keyring | null;
  readonly dataKeys: DataKeys;
  readonly serviceKeys: ServiceKeys;
  /** The digest under the service's own key for look-ups, which outlives every key of the keyring; `null` without one. */
  readonly lookUp: TaskEither<Unavailable, Digest | null>;
};

/** A column in clear is percent-encoded, and so never begins with this. */
const digestMark = '#';

/** Sealing with the keys of a keyring, or (`null`) none. Nothing is asked yet. */
export const pocketbaseSealing = (client: PocketbaseClient, keyring: Keyring | null): Sealing => {
  const serviceKeys = pocketbaseServiceKeys(client, keyring);
  return {
    keyring,
    dataKeys: dataKeysIn(client, keyring),
    serviceKeys,
    lookUp:
      keyring === null
        ? TE.right(null)
        : pipe(
            serviceKeys.keyNamed('lookup'),
            TE.map(
              (key): Digest =>
                (...words) =>
                  digestMark + keyedDigest(key, words),
            ),
          ),
  };
};
