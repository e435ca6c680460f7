import type { Tenant } from '../../access/caller.ts';
import type { AlreadyExists, NotFound, Unavailable, VersionConflict } from '../../errors.ts';
import type { TaskEither } from '../../fp.ts';
import type { ProfileId } from '../../ids.ts';
import type { LedgerEntry } from '../../ledger/entry.ts';
import type { Profile, Status } from '../../profile/profile.ts';

/** A profile as it shall be, and the new entries that made it so: they land together or not at all. */
export type Change = { readonly profile: Profile; readonly entries: readonly LedgerEntry[] };

/** `status` and `reference` are exact, times half-open: `createdAfter <= created < createdBefore`. */
export type ProfileFilter = {
  readonly status?: Status;
  readonly reference?: string;
  readonly createdAfter?: string;
  readonly createdBefore?: string;
  /** 1 to 100. */
  readonly limit: number;
  /** The `next` of an earlier page. */
  readonly cursor?: string;
};

export type ProfilePage = { readonly items: readonly Profile[]; readonly next: string | null };

/** What time does to a profile. */
export type DueKind = 'drive' | 'expiry' | 'lapse' | 'retention' | 'erasure';

/** What a profile without a redaction is due for, by its status; an approval may be due for its retention as well. */
export const dueKinds: Readonly<Record<Status, Exclude<DueKind, 'erasure'>>> = {
  created: 'expiry',
  in_progress: 'expiry',
  requires_input: 'expiry',
  processing: 'drive',
  approved: 'lapse',
  in_review: 'retention',
  declined: 'retention',
  lapsed: 'retention',
  expired: 'retention',
  canceled: 'retention',
};

/** The most rows that a store answers of what is due at once. */
export const mostDueRows = 1000;

/** A profile that is due, and since when. */
export type Due = { readonly id: ProfileId; readonly at: string };

/** `kind`: by `dueKinds`, or `erasure`, which is every profile with a redaction. `after`: only what comes behind it. */
export type DueFilter = { readonly kind?: DueKind; readonly after?: Due | null };

/**
 * Keeps profiles and, in the same write, their ledger. Every implementation passes
 * `test/contracts/profile-store.contract.ts`.
 */
export type ProfileStore = {
  /** `NotFound` for an unknown id and for a profile that `viewer` does not see, alike. */
  readonly get: (viewer: Tenant, id: ProfileId) => TaskEither<NotFound | Unavailable, Profile>;
  /** For the service's own work (sweeper, flow tokens), which is bound to no tenant. */
  readonly getAny: (id: ProfileId) => TaskEither<NotFound | Unavailable, Profile>;
  /** The current profile of exactly this partner, team (`null` is a team of its own) and reference, or `null`. */
  readonly findCurrent: (owner: Tenant, reference: string) => TaskEither<Unavailable, Profile | null>;
  /** The profile in which this liveness session was opened. */
  readonly findBySession: (viewer: Tenant, sessionId: string) => TaskEither<NotFound | Unavailable, Profile>;
  /** What `viewer` sees, newest first (then by id), in pages. An unknown cursor begins at the start. */
  readonly list: (viewer: Tenant, filter: ProfileFilter) => TaskEither<Unavailable, ProfilePage>;
  /**
   * Writes a new profile with its first entries and, in the same write, the last change of the one that it replaces.
   * `AlreadyExists` when another current profile has the key, `VersionConflict` when the replaced one has moved.
   */
  readonly insert: (
    added: Change,
    replaced: Change | null,
  ) => TaskEither<AlreadyExists | VersionConflict | Unavailable, void>;
  /**
   * Appends the entries and replaces the profile, guarded by the uniqueness of (profile, seq):
   * `VersionConflict` when another writer has used one of these seqs, and then nothing is written.
   */
  readonly commit: (change: Change) => TaskEither<VersionConflict | Unavailable, void>;
  /** At most `limit` (1 to `mostDueRows`) profiles whose `dueAt` is at or before `now`; the longest due first, then by id. */
  readonly due: (now: string, limit: number, filter?: DueFilter) => TaskEither<Unavailable, readonly Due[]>;
  /**
   * At most `limit` (1 to 100) profiles of all tenants, by id, those behind `after` (`null`: from the first on). For the
   * service's own work over all of them: what is added meanwhile may be passed over, and nothing comes twice.
   */
  readonly scan: (after: ProfileId | null, limit: number) => TaskEither<Unavailable, readonly Profile[]>;
};
