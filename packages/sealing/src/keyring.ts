/** One key of the keyring: 32 bytes, and the name under which it is found again. */
export type KeyringKey = { readonly id: string; readonly key: Uint8Array };

/** The keys from outside, under which everything else is kept: the first one wraps, each of them unwraps. */
export type Keyring = {
  readonly first: KeyringKey;
  readonly find: (id: string) => Uint8Array | undefined;
  readonly ids: readonly string[];
};

/** A keyring, or `null` where no key was given. The ids are different ones. */
export const keyringOf = (keys: readonly KeyringKey[]): Keyring | null => {
  const [first] = keys;
  if (first === undefined) return null;
  const byId = new Map(keys.map(({ id, key }) => [id, key]));
  return { first, find: (id) => byId.get(id), ids: [...byId.keys()] };
};
