import type { FingerprintKind } from '@portcullis/domain/evidence';
import type { Actor, ProfileId, TaskEither, Tenant, Unavailable, VersionConflict } from '@portcullis/domain/kernel';
import type { ChainHead, LedgerEntry } from '@portcullis/domain/ledger';
import type { ListName } from '@portcullis/domain/ports';

/** A digest of what may be on a list, with its kind. */
export type ListedDigest = { readonly kind: FingerprintKind; readonly digest: string };

/** An entry of what a partner blocks or allows. A list belongs to the partner, not to the author of an entry. */
export type ListEntry = ListedDigest & {
  /** 15 characters of `a-z0-9`. It follows from the digest, however often that is added. */
  readonly id: string;
  readonly list: ListName;
  /** The tenant of the session that has added it. */
  readonly tenant: Tenant;
  readonly addedBy: Actor;
  /** ISO 8601 UTC with milliseconds. */
  readonly addedAt: string;
  /** The profile that showed it. It is removed, with the note, when that profile is erased. */
  readonly profileId: ProfileId | null;
  /** A note of staff for each other. */
  readonly note: string | null;
  /** The end of its ledger. */
  readonly head: ChainHead;
};

/**
 * An entry whose row does not open: its author, its time and its reason are unknown. It counts as the partner's. `list`
 * is `null` if that is unknown, too.
 */
export type DamagedEntry = ListedDigest & {
  readonly isDamaged: true;
  readonly id: string;
  readonly list: ListName | null;
  readonly tenant: Tenant;
  readonly head: null;
};

/** An entry of the store, whether its row opens or not. */
export type ListEntryRecord = ListEntry | DamagedEntry;

export const isDamagedEntry = (entry: ListEntryRecord): entry is DamagedEntry => 'isDamaged' in entry;

/** Where a page of entries ends: the newest are first, those without a time last. */
export type ListPosition = { readonly addedAt: string | null; readonly id: string };

/**
 * An entry of a page, and where it stands; `null` where its row does not open. One on another list than was asked for
 * (`isElsewhere`) is opened no further, and `null` as well.
 */
export type ListedEntry = {
  readonly entry: ListEntry | null;
  readonly position: ListPosition;
  readonly isElsewhere?: true;
};

/** How many entries one page has at most. */
export const maxListPage = 100;

/** Keeps what is on the lists of partners, which `DuplicateIndex` compares attempts with. */
export type ListStore = {
  /** A text that is no id of an entry is none's. */
  readonly find: (id: string) => TaskEither<Unavailable, ListEntryRecord | null>;
  /** The entries of some digests on lists of the partner, in no order. A row that does not open hides no other. */
  readonly standing: (
    partnerId: string,
    digests: readonly ListedDigest[],
  ) => TaskEither<Unavailable, readonly ListEntryRecord[]>;
  /**
   * Entries of a partner, of one kind or of all (`null`), that follow a position: at most `limit`, and fewer only at
   * the end. A row that does not open hides no other. Entries on another `list`, where one is given, are among them,
   * and their notes are not opened.
   */
  readonly page: (
    partnerId: string,
    kind: FingerprintKind | null,
    after: ListPosition | null,
    limit: number,
    list?: ListName,
  ) => TaskEither<Unavailable, readonly ListedEntry[]>;
  /** Puts a digest that is on no list on one, and writes the entries of the ledger that say so. */
  readonly add: (
    entry: Omit<ListEntry, 'id'>,
    ledger: readonly LedgerEntry[],
  ) => TaskEither<VersionConflict | Unavailable, ListEntry>;
  /** The same with a digest that is on a list. A row that did not open before does then. */
  readonly replace: (
    entry: Omit<ListEntry, 'id'>,
    ledger: readonly LedgerEntry[],
  ) => TaskEither<VersionConflict | Unavailable, ListEntry>;
  /** Takes an entry off its list, and writes the entry of the ledger that says so. */
  readonly remove: (id: string, ledger: LedgerEntry) => TaskEither<VersionConflict | Unavailable, void>;
  /** Empties what leads to a profile in every entry that names it, as its erasure does. */
  readonly forget: (id: ProfileId) => TaskEither<Unavailable, void>;
};
