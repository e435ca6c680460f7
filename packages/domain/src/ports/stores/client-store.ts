import type { AlreadyExists, Unavailable, VersionConflict } from '../../kernel/errors.ts';
import type { TaskEither } from '../../kernel/fp.ts';
import type { Tenant } from '../../kernel/principal.ts';
import type { Scope } from '../../kernel/scopes.ts';
import type { LedgerEntry } from '../../ledger/entry.ts';

/** A secret as it is kept: SHA-256 in 64 hexadecimal digits. One that was replaced admits until `endsAt` (ISO 8601). */
export type StoredClientSecret = { readonly sha256: string; readonly endsAt: string | null };

/** A machine client that staff have created. Those of the configuration are not among them. */
export type StoredClient = {
  /** 15 characters of `a-z0-9`, which are its `client_id` as well. */
  readonly id: string;
  readonly name: string;
  readonly tenant: Tenant;
  readonly scopes: readonly Scope[];
  /** Newest first, at most two. */
  readonly secrets: readonly StoredClientSecret[];
  readonly isDisabled: boolean;
  readonly createdAt: string;
  readonly updatedAt: string;
  /** Raised by each change, of which each is one entry of its ledger. */
  readonly version: number;
  /** The hash of the last entry of its ledger. */
  readonly ledgerHead: string;
};

/** Clients that were changed, and the ids of those whose rows do not open. */
export type ChangedClients = { readonly clients: readonly StoredClient[]; readonly damaged: readonly string[] };

/** How many clients a partner may have besides those of the configuration, its teams together. */
export const maxStoredClients = 100;

/** Keeps clients. They are never removed, so that the ledger of each has its row, and its id no other client. */
export type ClientStore = {
  /** Stores a client with the first entry of its ledger. */
  readonly insert: (client: StoredClient, entry: LedgerEntry) => TaskEither<AlreadyExists | Unavailable, void>;
  /** A text that is no id of a client is none's. */
  readonly find: (id: string) => TaskEither<Unavailable, StoredClient | null>;
  /** All clients of a partner, whatever their team, oldest first: at most `maxStoredClients` and some. */
  readonly ofPartner: (partnerId: string) => TaskEither<Unavailable, readonly StoredClient[]>;
  /** Replaces a client of which the version before was seen, and writes the entry that says so. */
  readonly replace: (client: StoredClient, entry: LedgerEntry) => TaskEither<VersionConflict | Unavailable, void>;
  /**
   * The clients of all partners that were changed at this time or later (ISO 8601), in the order of their changes. A
   * row that does not open hides no other.
   */
  readonly changedSince: (at: string) => TaskEither<Unavailable, ChangedClients>;
};
