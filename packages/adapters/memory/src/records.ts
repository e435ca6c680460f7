import type {
  DeviceEventUse,
  FileId,
  KeptAnswer,
  KeyClaim,
  LedgerEntry,
  ListName,
  NewFile,
  Profile,
  ProfileId,
} from '@portcullis/domain';

/** An attempt that showed something, and when it was looked at last. */
export type SightedAttempt = { readonly reference: string; readonly at: string };

/** What the sighting register knows; keys are the canonical text of what they stand for. */
export type MemorySightings = {
  /** Partners to the keys of their digests. */
  readonly keys: Map<string, string>;
  /** Digests to the attempts that showed them. */
  readonly seen: Map<string, Map<string, SightedAttempt>>;
  readonly lists: Map<string, ListName>;
};

/** A key as it stands: who holds it, or what it was answered. */
export type MemoryKey = Pick<KeyClaim, 'request' | 'operation' | 'holder' | 'heldUntil' | 'keptUntil'> & {
  readonly answer: KeptAnswer | null;
  readonly profileId: ProfileId | null;
};

/** What the profile store writes and the histories read: rows by id, and the two lookups that must stay unique. */
export type MemoryRecords = {
  readonly profiles: Map<ProfileId, Profile>;
  readonly entries: Map<ProfileId, readonly LedgerEntry[]>;
  /** Partner, team and reference to the profile that stands for them now. */
  readonly current: Map<string, ProfileId>;
  readonly sessions: Map<string, ProfileId>;
  /** Device events to the first use of each. */
  readonly deviceEvents: Map<string, DeviceEventUse>;
  /** What was asked for under a key, and how it was answered. */
  readonly keys: Map<string, MemoryKey>;
  readonly sightings: MemorySightings;
  readonly files: Map<FileId, NewFile>;
};

/** An empty database in memory. Give the same one to every store that shall see the same profiles. */
export const memoryRecords = (): MemoryRecords => ({
  profiles: new Map(),
  entries: new Map(),
  current: new Map(),
  sessions: new Map(),
  deviceEvents: new Map(),
  keys: new Map(),
  files: new Map(),
  sightings: { keys: new Map(), seen: new Map(), lists: new Map() },
});
