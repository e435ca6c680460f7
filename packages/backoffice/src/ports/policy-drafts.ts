import type { Policy } from '@portcullis/domain/checks';
import type { AlreadyExists, TaskEither, Unavailable, VersionConflict } from '@portcullis/domain/kernel';
import type { LedgerEntry } from '@portcullis/domain/ledger';
import type { BackTest } from './back-test.ts';

/**
 * `draft` can be changed. `approved` was approved by a second person and is on its way into the policies, so that it
 * cannot be changed any more; a draft stays so only where its instance died on the way. The other two are final.
 */
export const draftStatuses = ['draft', 'approved', 'published', 'discarded'] as const;
export type DraftStatus = (typeof draftStatuses)[number];

/** A member of staff who has written a draft, or approved it: the opaque id, and a name for people. */
export type DraftPerson = { readonly staffId: string; readonly name: string };

/** A policy of a partner that is not in use yet. */
export type PolicyDraft = {
  /** 15 characters of `a-z0-9`. */
  readonly id: string;
  readonly partnerId: string;
  readonly status: DraftStatus;
  /** How many documents it has had: 1 for the first one. */
  readonly revision: number;
  readonly policy: Policy;
  readonly note: string | null;
  /** Everybody who has written one of its documents, each once, the author first and the last one to join last. */
  readonly writers: readonly DraftPerson[];
  /** The approver; `null` until then. */
  readonly approvedBy: DraftPerson | null;
  readonly createdAt: string;
  readonly updatedAt: string;
  /** Each change raises it and writes one entry to the ledger. */
  readonly version: number;
  /** The hash of the last entry of its ledger. */
  readonly ledgerHead: string;
};

/** The known facts of a draft whose row does not open. `createdAt` is `null` where that is no time either. */
export type DamagedDraft = Pick<PolicyDraft, 'id' | 'partnerId' | 'status'> & {
  readonly isDamaged: true;
  readonly createdAt: string | null;
  readonly updatedAt: string | null;
};

/** A draft of the store, whether its row opens or not. */
export type DraftRecord = PolicyDraft | DamagedDraft;

export const isDamagedDraft = (draft: DraftRecord): draft is DamagedDraft => 'isDamaged' in draft;

/** How many drafts of a partner may be open at a time. */
export const maxOpenDrafts = 20;

/** How many drafts of a partner that were published or discarded are answered, the newest ones. */
export const maxClosedDrafts = 100;

/** Stores drafts of policies. They are never removed, so that the ledger of each has its row. */
export type PolicyDrafts = {
  /** Stores a draft with the first entry of its ledger. */
  readonly insert: (draft: PolicyDraft, entry: LedgerEntry) => TaskEither<AlreadyExists | Unavailable, void>;
  /** A text that is no id of a draft is none's. A row that does not open is an outage. */
  readonly find: (id: string) => TaskEither<Unavailable, PolicyDraft | null>;
  /** The same, and what is known of one whose row does not open. */
  readonly standing: (id: string) => TaskEither<Unavailable, DraftRecord | null>;
  /**
   * The open drafts of a partner, then at most `maxClosedDrafts` others; the last changed ones come first in both. A
   * row that does not open hides no other, and is among them.
   */
  readonly ofPartner: (partnerId: string) => TaskEither<Unavailable, readonly DraftRecord[]>;
  /** Replaces a draft if its version before was seen, and writes the entry that says so. */
  readonly replace: (draft: PolicyDraft, entry: LedgerEntry) => TaskEither<VersionConflict | Unavailable, void>;
  /** Closes a draft whose row does not open, as it is, and writes the entry that says so. */
  readonly discardDamaged: (id: string, entry: LedgerEntry) => TaskEither<VersionConflict | Unavailable, void>;
  /** The newest back-test of a draft; `null` where there was none. */
  readonly backTest: (draftId: string) => TaskEither<Unavailable, BackTest | null>;
  /**
   * Replaces the back-test of a draft, if it still has the generation that was seen (`null`: there was none). One of
   * several writers is answered `true`. Its text is short: see `back-test.ts`.
   */
  readonly replaceBackTest: (seen: BackTest | null, next: BackTest) => TaskEither<Unavailable, boolean>;
};
