import { type TaskEither, TE, type Unavailable } from '@portcullis/domain';
import type { KeyringKey, WrappingKeys } from '../encryption/keyring.ts';

/** The keys of a keyring, the primary one first. */
export type KeyringKeys = readonly [KeyringKey, ...KeyringKey[]];

/** The keys of the configuration. */
export type Keyring = WrappingKeys & {
  /** Makes sure that the keys outlive the process. It is called before they wrap the first key of a new database. */
  readonly keep: TaskEither<Unavailable, void>;
};

/** Creates a keyring of distinct ids. Keys that were not made by this process are kept already. */
export const keyringOf = (keys: KeyringKeys, keep: Keyring['keep'] = TE.right(undefined)): Keyring => {
  const [primary] = keys;
  const byId = new Map(keys.map(({ id, key }) => [id, key]));
  return { primary, find: (id) => byId.get(id), ids: [...byId.keys()], keep };
};
