import type { RecordDriver } from '@portcullis/record-store/driver';
import type { StoredTables } from './stored-tables.ts';

/** The databases that a service runs over. */
export const engineNames = ['pocketbase', 'postgres'] as const;
export type EngineName = (typeof engineNames)[number];

export const isEngineName = (name: string): name is EngineName => engineNames.some((known) => known === name);

/** A database for a service as in production, in processes of its own, at a port that stays the same. */
export type DatabaseServer = {
  readonly engine: EngineName;
  /** The folder of its files. */
  readonly dataDir: string;
  /** The environment of a service over it. */
  readonly variables: () => Readonly<Record<string, string>>;
  /** The adapter's driver over it. Its connections are ended with the database. */
  readonly driver: () => RecordDriver;
  /** Its content, past the adapter. */
  readonly tables: () => Promise<StoredTables>;
  /** Lets its clock go ahead of that of the machine, where a service asks the database itself what time it is. */
  readonly setAhead: (ms: number) => Promise<void>;
  /** Kills its processes, and resolves when none of them is left. */
  readonly kill: () => Promise<void>;
  /** Starts it again, over its folder. */
  readonly start: () => Promise<void>;
  /** Stops it, and leaves the files to the namer of their folder. */
  readonly close: () => Promise<void>;
};

export type DatabaseServerOptions = {
  /** The folder of its files; one that is removed at the end by default. */
  readonly folder?: string;
};
