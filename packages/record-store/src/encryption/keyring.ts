/** One key of the keyring: 32 bytes, and the id under which it is found. */
export type KeyringKey = { readonly id: string; readonly key: Uint8Array };

/** The keys of the configuration, which wrap all other keys: the primary key wraps, and each of them unwraps. */
export type Keyring = {
  readonly primary: KeyringKey;
  readonly find: (id: string) => Uint8Array | undefined;
  readonly ids: readonly string[];
};

/** Creates a keyring, or `null` when there are no keys. The ids must be distinct. */
export const keyringOf = (keys: readonly KeyringKey[]): Keyring | null => {
  const [primary] = keys;
  if (primary === undefined) return null;
  const byId = new Map(keys.map(({ id, key }) => [id, key]));
  return { primary, find: (id) => byId.get(id), ids: [...byId.keys()] };
};
