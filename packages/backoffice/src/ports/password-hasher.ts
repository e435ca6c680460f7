import type { LimitReached, TaskEither } from '@portcullis/domain/kernel';

/**
 * Who wants a password compared: a member who is known where they sign in (`knownAs`), or a stranger; and the network
 * from which that is asked, by any text that names it.
 */
export type PasswordCaller = { readonly knownAs?: string | null; readonly network?: string | null };

/**
 * Digests of passwords, with a salt and the parameters by which they were made. Making or comparing one takes a good
 * part of a second on purpose, off the thread that answers requests, and a bounded number run at a time.
 */
export type PasswordHasher = {
  readonly hash: (password: string) => Promise<string>;
  /**
   * Whether a digest is that of the password. A digest that cannot be read is that of none. Where too many wait to be
   * compared it answers `LimitReached`, whatever the password. Strangers are one group, in which no network
   * has more than half of the places. A known caller is a group as they are: it has a place where strangers have taken
   * all, and takes turns with them.
   */
  readonly matches: (password: string, hash: string, caller?: PasswordCaller) => TaskEither<LimitReached, boolean>;
  /** A digest of no password, for comparing where there is no account: it takes as long as any other. */
  readonly ofNobody: string;
};
