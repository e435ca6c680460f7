import { matching, type StaffPrincipal, type TaskEither, type Unavailable } from '@portcullis/domain/kernel';

/** The identity of a member of staff, and their roles. */
export type StaffIdentity = Pick<StaffPrincipal, 'staffId' | 'name' | 'roles' | 'tenant'>;

/** The id of a member of staff: of an account here, or made of a provider's subject. */
export const StaffId = matching('an id of staff', /^staff-[a-z0-9]{12}$/);

/**
 * The first of some ids of 12 characters that has a digit: letters alone could be a name, and have no place in a
 * ledger.
 */
export const staffIdFrom = (idOf: (round: number) => string): string => {
  for (let round = 0; ; round += 1) {
    const id = idOf(round);
    if (/\d/.test(id)) return `staff-${id}`;
  }
};

/** A session of a member of staff. Times are ISO 8601 UTC with milliseconds. */
export type StaffSession = {
  /** 15 characters of `a-z0-9`, made of the secret and of no use without it. */
  readonly id: string;
  /** SHA-256 of the secret, as 64 hexadecimal digits. The secret itself is in the browser alone. */
  readonly secretDigest: string;
  /** The member as they were when the session began. */
  readonly member: StaffIdentity;
  /** The account here by which it began, at its generation of then; one of an identity provider has none. */
  readonly account?: { readonly username: string; readonly generation: number };
  /** The digest of the session at an identity provider to which it belongs. */
  readonly providerSession?: string;
  readonly createdAt: string;
  /** When it was used last, to the minute. */
  readonly usedAt: string;
  /** When it ends, however it is used. */
  readonly endsAt: string;
};

/** A session of a page; `null` for one whose row does not open. */
export type ListedSession = { readonly id: string; readonly staffId: string; readonly session: StaffSession | null };

/** Keeps the sessions of staff. All instances have the same ones, and one that was ended is gone at once. */
export type StaffSessions = {
  readonly insert: (session: StaffSession) => TaskEither<Unavailable, void>;
  readonly find: (id: string) => TaskEither<Unavailable, StaffSession | null>;
  /** Notes that a session was used. One that is gone stays gone. */
  readonly touch: (id: string, usedAt: string) => TaskEither<Unavailable, void>;
  /** Ends a session. One that is gone is no failure. */
  readonly end: (id: string) => TaskEither<Unavailable, void>;
  /** At most 200 sessions behind a position, which the last one of a page gives, whether they last or not. */
  readonly page: (
    after: string,
  ) => TaskEither<Unavailable, { readonly sessions: readonly ListedSession[]; readonly next: string | null }>;
  /** Ends all sessions of a member, and answers how many there were. */
  readonly endAll: (staffId: string) => TaskEither<Unavailable, number>;
  /** Removes at most `limit` sessions that ended before this time, and answers how many. */
  readonly prune: (endedBefore: string, limit: number) => TaskEither<Unavailable, number>;
};
