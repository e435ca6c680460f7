/** Unpredictable values. */
export type Ids = {
  /** 15 characters of `a-z0-9`. */
  readonly id: () => string;
  /** 64 hex characters (32 random bytes). */
  readonly salt: () => string;
};
