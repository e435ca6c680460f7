/** Generates unpredictable values. */
export type IdGenerator = {
  /** Generates 15 characters of `a-z0-9`. */
  readonly id: () => string;
  /** Generates 64 hex characters (32 random bytes). */
  readonly salt: () => string;
};
