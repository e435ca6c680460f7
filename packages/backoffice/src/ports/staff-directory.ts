import type { AlreadyExists, NotFound, TaskEither, Unavailable, VersionConflict } from '@portcullis/domain/kernel';
import type { StaffIdentity } from './staff-sessions.ts';

/**
 * A member of staff who signs in with a password and a code of a second factor. Times are ISO 8601 UTC with
 * milliseconds.
 */
export type StaffAccount = {
  /** The name to sign in with: 2 to 64 characters of `a-z0-9._@-`, the first one a letter or a digit. */
  readonly username: string;
  readonly member: StaffIdentity;
  /** A disabled account cannot sign in. */
  readonly isDisabled: boolean;
  /** The digest of the password, with its salt and its parameters. */
  readonly passwordHash: string;
  /** The secret of the second factor (RFC 6238), in base32 (RFC 4648 section 6). */
  readonly totpSecret: string;
  /** The number of the last time step with an accepted code, so that none is accepted twice. */
  readonly lastTotpStep: number;
  /** SHA-256 of the recovery codes that are left, as hexadecimal digits. */
  readonly recoveryDigests: readonly string[];
  /** Raised from 0 whenever the sessions of the account are ended: a session of an earlier one is none. */
  readonly generation: number;
  readonly createdAt: string;
  readonly updatedAt: string;
  /** Raised by each change, from 1. */
  readonly version: number;
};

/** Keeps the accounts of staff. Their content is sealed where there are keys. */
export type StaffDirectory = {
  readonly insert: (account: StaffAccount) => TaskEither<AlreadyExists | Unavailable, void>;
  readonly find: (username: string) => TaskEither<Unavailable, StaffAccount | null>;
  /**
   * At most 200 accounts behind a position, which the last one of a page gives, by no order that means anything.
   * `damaged` are the ids of the members whose rows do not open: they are left out.
   */
  readonly page: (after: string) => TaskEither<
    Unavailable,
    {
      readonly accounts: readonly StaffAccount[];
      readonly next: string | null;
      readonly damaged: readonly string[];
    }
  >;
  /**
   * Removes the row of a user name, or of a member's id, that does not open, and answers the id of the member.
   * `NotFound` where there is none of the kind.
   */
  readonly removeDamaged: (nameOrId: string) => TaskEither<NotFound | Unavailable, string>;
  /** Replaces an account if its version before was seen. */
  readonly replace: (account: StaffAccount) => TaskEither<VersionConflict | Unavailable, void>;
};
