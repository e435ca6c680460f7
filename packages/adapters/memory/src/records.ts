import type { DeviceEventUse, LedgerEntry, Profile, ProfileId } from '@portcullis/domain';

/** What the profile store writes and the histories read: rows by id, and the two lookups that must stay unique. */
export type MemoryRecords = {
  readonly profiles: Map<ProfileId, Profile>;
  readonly entries: Map<ProfileId, readonly LedgerEntry[]>;
  /** Partner, team and reference to the profile that stands for them now. */
  readonly current: Map<string, ProfileId>;
  readonly sessions: Map<string, ProfileId>;
  /** Device events to the first use of each. */
  readonly deviceEvents: Map<string, DeviceEventUse>;
};

/** An empty database in memory. Give the same one to every store that shall see the same profiles. */
export const memoryRecords = (): MemoryRecords => ({
  profiles: new Map(),
  entries: new Map(),
  current: new Map(),
  sessions: new Map(),
  deviceEvents: new Map(),
});
