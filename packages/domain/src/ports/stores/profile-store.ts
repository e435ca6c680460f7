import type { AlreadyExists, NotFound, Unavailable, VersionConflict } from '../../kernel/errors.ts';
import type { TaskEither } from '../../kernel/fp.ts';
import type { ProfileId } from '../../kernel/ids.ts';
import type { OutageCause } from '../../kernel/outage-cause.ts';
import type { Tenant } from '../../kernel/principal.ts';
import type { Status } from '../../kernel/status.ts';
import type { LedgerEntry } from '../../ledger/entry.ts';
import type { Profile } from '../../profile/profile.ts';

/**
 * A profile in its new state, and the new entries that led to it. They are written together or not at all. `bytes` is
 * by how much its files take more than before, or less; it is added to what the files of its partner take, in the same
 * write.
 */
export type ProfileChange = {
  readonly profile: Profile;
  readonly entries: readonly LedgerEntry[];
  readonly bytes?: number;
};

/** In which order profiles are listed: the newest first, or those that were changed longest ago first; then by id. */
export const profileOrders = ['created_at', 'updated_at'] as const;
export type ProfileOrder = (typeof profileOrders)[number];

/**
 * `status`, `reference` and `metadata` are exact, `statuses` are one of several, times half-open: `createdAfter <=
 * created < createdBefore`, `updatedAfter <= updated`. `updatedAfter` is for the order by `updated_at`.
 */
export type ProfileFilter = {
  readonly order?: ProfileOrder;
  readonly statuses?: readonly Status[];
  readonly updatedAfter?: string;
  readonly metadata?: { readonly [key: string]: string };
  readonly status?: Status;
  readonly reference?: string;
  readonly createdAfter?: string;
  readonly createdBefore?: string;
  /** 1 to 100. */
  readonly limit: number;
  /** The `next` of an earlier page. */
  readonly cursor?: string;
};

/**
 * A profile that is left out because its row does not open, or contradicts itself. Where `cause` is `unknown_key`
 * nothing was changed: it is sealed under a key that the service does not have.
 */
export type LeftOut = { readonly id: ProfileId; readonly cause: OutageCause };

/** Whether that is a profile which is left out, in place of what was made of one. */
export const isLeftOut = (one: object): one is LeftOut => 'cause' in one;

/** A page may have fewer items than there are, or none, while `next` is not `null`. */
export type ProfilePage = {
  readonly items: readonly Profile[];
  readonly next: string | null;
  /** Absent where nothing is left out. */
  readonly damaged?: readonly LeftOut[];
};

/** The work that becomes due for a profile with time. */
export type DueKind = 'drive' | 'expiry' | 'lapse' | 'retention' | 'erasure';

/**
 * The due work of a profile without a redaction, by its status; an approved profile may be due for its retention as
 * well.
 */
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

/** The largest number of due rows that a store answers at once. */
export const maxDueRows = 1000;

/** A profile that is due, and since when. */
export type DueProfile = { readonly id: ProfileId; readonly at: string };

/**
 * `kind` selects by `dueKinds`, or, with `erasure`, every profile with a redaction. `after` selects only what follows
 * it.
 */
export type DueFilter = { readonly kind?: DueKind; readonly after?: DueProfile | null };

/** Some profiles, those that are left out, and where the next scan begins; `null` after the last. */
export type ProfileScan = {
  readonly profiles: readonly Profile[];
  readonly damaged: readonly LeftOut[];
  readonly next: ProfileId | null;
};

/**
 * Stores profiles and, in the same write, their ledger. Every implementation passes `profileStoreContract` of
 * `@portcullis/contracts`.
 */
export type ProfileStore = {
  /** Answers `NotFound` both for an unknown id and for a profile that `viewer` does not see. */
  readonly get: (viewer: Tenant, id: ProfileId) => TaskEither<NotFound | Unavailable, Profile>;
  /** Serves the service's own work (sweeper, flow tokens), which is bound to no tenant. */
  readonly getAny: (id: ProfileId) => TaskEither<NotFound | Unavailable, Profile>;
  /** Finds the current profile of exactly this partner, team (`null` is a team of its own) and reference, or `null`. */
  readonly findCurrent: (owner: Tenant, reference: string) => TaskEither<Unavailable, Profile | null>;
  /** Finds the profile in which this liveness session was opened. */
  readonly findBySession: (viewer: Tenant, sessionId: string) => TaskEither<NotFound | Unavailable, Profile>;
  /** Lists what `viewer` sees in pages, in the order of the filter. An unknown cursor begins at the start. */
  readonly list: (viewer: Tenant, filter: ProfileFilter) => TaskEither<Unavailable, ProfilePage>;
  /**
   * Writes a new profile with its first entries and, in the same write, the last change of the profile that it
   * replaces. It answers `AlreadyExists` when another current profile has the key, and `VersionConflict` when the
   * replaced profile has changed.
   */
  readonly insert: (
    added: ProfileChange,
    replaced: ProfileChange | null,
  ) => TaskEither<AlreadyExists | VersionConflict | Unavailable, void>;
  /**
   * Appends the entries and replaces the profile, guarded by the uniqueness of (profile, seq). It answers
   * `VersionConflict` when another writer has used one of these seqs, and then nothing is written.
   */
  readonly commit: (change: ProfileChange) => TaskEither<VersionConflict | Unavailable, void>;
  /**
   * Lists at most `limit` (1 to `maxDueRows`) profiles whose `dueAt` is at or before `now`, the longest due first, then
   * by id.
   */
  readonly due: (now: string, limit: number, filter?: DueFilter) => TaskEither<Unavailable, readonly DueProfile[]>;
  /**
   * Looks at no more than `limit` (1 to 100) profiles of all tenants, by id, that follow `after` (`null`: from the
   * first one). It serves the service's own work over all profiles: a profile that is added meanwhile may be skipped,
   * and none comes twice.
   */
  readonly scan: (after: ProfileId | null, limit: number) => TaskEither<Unavailable, ProfileScan>;
};
