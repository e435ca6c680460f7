import type { LedgerEntry, Profile, ProfileId } from '@portcullis/domain';
import type { FileId } from '@portcullis/domain/kernel';
import type {
  DeviceEventUse,
  KeyClaim,
  ListName,
  NewFile,
  RevokedToken,
  StoredResponse,
} from '@portcullis/domain/ports';

/** An attempt with a certain fingerprint, and when it was checked last. */
export type SeenAttempt = { readonly reference: string; readonly at: string };

/** The state of the duplicate index. The keys of the maps are the canonical text of what they stand for. */
export type MemoryDuplicates = {
  /** Maps partners to the keys of their digests. */
  readonly keys: Map<string, string>;
  /** Maps digests to the attempts that showed them. */
  readonly seen: Map<string, Map<string, SeenAttempt>>;
  readonly lists: Map<string, ListName>;
};

/** An idempotency key: who owns it, or the stored response. */
export type MemoryIdempotencyKey = Pick<KeyClaim, 'request' | 'operation' | 'owner' | 'heldUntil' | 'keptUntil'> & {
  readonly answer: StoredResponse | null;
  readonly profileId: ProfileId | null;
};

/**
 * What the profile store writes and the ledger reader reads: rows by id, and the two look-ups that must stay unique.
 */
export type MemoryRecords = {
  readonly profiles: Map<ProfileId, Profile>;
  readonly entries: Map<ProfileId, readonly LedgerEntry[]>;
  /** Maps partner, team and reference to the current profile. */
  readonly current: Map<string, ProfileId>;
  readonly sessions: Map<string, ProfileId>;
  /** Maps device events to the first use of each. */
  readonly deviceEvents: Map<string, DeviceEventUse>;
  /** Maps idempotency keys to the request and its response. */
  readonly keys: Map<string, MemoryIdempotencyKey>;
  readonly duplicates: MemoryDuplicates;
  readonly files: Map<FileId, NewFile>;
  /** Maps the digests of revoked tokens to these, and those of used assertions to when they expire. */
  readonly tokenStates: { readonly revoked: Map<string, RevokedToken>; readonly used: Map<string, string> };
  /** Maps what is counted, as the canonical text of partner, name and day, to its amount. */
  readonly usage: Map<string, number>;
};

/** Creates an empty database in memory. Pass the same one to every store that is to see the same profiles. */
export const memoryRecords = (): MemoryRecords => ({
  profiles: new Map(),
  entries: new Map(),
  current: new Map(),
  sessions: new Map(),
  deviceEvents: new Map(),
  keys: new Map(),
  files: new Map(),
  tokenStates: { revoked: new Map(), used: new Map() },
  usage: new Map(),
  duplicates: { keys: new Map(), seen: new Map(), lists: new Map() },
});
