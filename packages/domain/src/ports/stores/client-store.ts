import type { AlreadyExists, Unavailable, VersionConflict } from '../../kernel/errors.ts';
import type { TaskEither } from '../../kernel/fp.ts';
import type { Tenant } from '../../kernel/principal.ts';
import type { Scope } from '../../kernel/scopes.ts';
import type { LedgerEntry } from '../../ledger/entry.ts';

/** How long the secret before goes on at most, beside the one that takes its place. */
export const maxOverlapSeconds = 7 * 86_400;

/** A secret as it is kept: SHA-256 in 64 hexadecimal digits. One that was replaced admits until `endsAt` (ISO 8601). */
export type StoredClientSecret = {
  readonly sha256: string;
  readonly endsAt: string | null;
  /** The id of the member of staff to whom it was shown. */
  readonly madeBy: string;
  /**
   * Set where it admits nobody before somebody else has enabled the client: for how many milliseconds the secret before
   * goes on from then.
   */
  readonly awaitsOverlapMs?: number;
};

/** A machine client that staff have created. The clients of the configuration are not among them. */
export type StoredClient = {
  /** 15 characters of `a-z0-9`, which are its `client_id` as well. */
  readonly id: string;
  readonly name: string;
  readonly tenant: Tenant;
  readonly scopes: readonly Scope[];
  /** Newest first, at most two. */
  readonly secrets: readonly StoredClientSecret[];
  /** The members of staff to whom secrets were shown that are not kept any more. */
  readonly formerMakers?: readonly string[];
  readonly isDisabled: boolean;
  readonly createdAt: string;
  readonly updatedAt: string;
  /** Each change raises it and writes one entry to the ledger. */
  readonly version: number;
  /** The hash of the last entry of its ledger. */
  readonly ledgerHead: string;
};

/** Everybody who has seen a secret of a client, whether it admits or has ended. */
export const makersOf = ({
  formerMakers = [],
  secrets,
}: Pick<StoredClient, 'formerMakers' | 'secrets'>): readonly string[] => [
  ...new Set([...secrets.map(({ madeBy }) => madeBy), ...formerMakers]),
];

/** The known facts of a client whose row does not open. It counts as disabled. */
export type DamagedClient = Pick<StoredClient, 'id' | 'tenant'> & {
  readonly isDamaged: true;
  /** `null` where it is no time either. */
  readonly createdAt: string | null;
  readonly updatedAt: string | null;
};

/** A client of the store, whether its row opens or not. */
export type ClientRecord = StoredClient | DamagedClient;

export const isDamagedClient = (client: ClientRecord): client is DamagedClient => 'isDamaged' in client;

/** Clients that were changed, and the ids of those whose rows do not open. */
export type ChangedClients = { readonly clients: readonly StoredClient[]; readonly damaged: readonly string[] };

/** How many clients that are enabled a partner may have besides those of the configuration, its teams together. */
export const maxStoredClients = 100;

/** How many it may have in all: none is ever removed, and every instance has them in its memory. */
export const maxKeptClients = 1000;

/** Keeps clients. They are never removed, so that the ledger of each has its row, and its id no other client. */
export type ClientStore = {
  /** Stores a client with the first entry of its ledger. */
  readonly insert: (client: StoredClient, entry: LedgerEntry) => TaskEither<AlreadyExists | Unavailable, void>;
  /** A text that is no id of a client is none's. A row that does not open is an outage. */
  readonly find: (id: string) => TaskEither<Unavailable, StoredClient | null>;
  /** The same, and what is known of one whose row does not open. */
  readonly standing: (id: string) => TaskEither<Unavailable, ClientRecord | null>;
  /**
   * All clients of a partner, whatever their team, oldest first. A row that does not open hides no other, and is among
   * them.
   */
  readonly ofPartner: (partnerId: string) => TaskEither<Unavailable, readonly ClientRecord[]>;
  /** Replaces a client whose version before was seen, or whose row does not open, and writes the entry of it. */
  readonly replace: (client: StoredClient, entry: LedgerEntry) => TaskEither<VersionConflict | Unavailable, void>;
  /**
   * The clients of all partners that were changed at this time or later (ISO 8601), in the order of their changes. A
   * row that does not open hides no other.
   */
  readonly changedSince: (at: string) => TaskEither<Unavailable, ChangedClients>;
};
