import type { LimitReached, TaskEither } from '@portcullis/domain/kernel';

/**
 * Digests of passwords, with a salt and the parameters by which they were made. Making or comparing one takes a good
 * part of a second on purpose, off the thread that answers requests, and a bounded number run at a time.
 */
export type PasswordHasher = {
  readonly hash: (password: string) => Promise<string>;
  /**
   * Whether a digest is that of the password. A digest that cannot be read is that of none. Where too many wait to be
   * compared it answers `LimitReached`, whatever the password. Strangers are one group, and a known caller (`knownAs`)
   * is one with them: it has a place where strangers have taken all, and takes turns with them.
   */
  readonly matches: (password: string, hash: string, knownAs?: string | null) => TaskEither<LimitReached, boolean>;
  /** A digest of no password, for comparing where there is no account: it takes as long as any other. */
  readonly ofNobody: string;
};
