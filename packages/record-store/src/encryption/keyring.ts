/** One key of the keyring: 32 bytes, and the id under which it is found. */
export type KeyringKey = { readonly id: string; readonly key: Uint8Array };

/** The keys that wrap all other keys: the primary key wraps, and each of them unwraps. */
export type WrappingKeys = {
  readonly primary: KeyringKey;
  readonly find: (id: string) => Uint8Array | undefined;
  readonly ids: readonly string[];
};
