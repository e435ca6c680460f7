import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrationsDir, startPocketbase } from '@portcullis/adapter-pocketbase';
import { backupCommand, restoreCommand } from '@portcullis/cli';
import type { Profile } from '@portcullis/domain';
import type { RecordStore } from '@portcullis/record-store';
import { aKeyring, dataKeysText } from '../builders/keyrings.ts';
import { storesOver } from '../records/stores-over.ts';
import { adminAccount, type TestDatabase } from '../servers/pocketbase.ts';
import { environmentOf, type Variables } from '../servers/service-program.ts';
import { type CommandRun, runCommand } from '../services/commands.ts';
import { aJourney } from '../services/ledger-journeys.ts';
import { zipOf } from './zip.ts';

/** The keys with which everything in the archives of tests is sealed. */
export const archiveKeyring = aKeyring('drill');

/** An archive of a folder, whose checksums are right. */
export const archiveOf = (folder: string): Buffer =>
  zipOf(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => statSync(join(folder, name)).isFile())
      .map((name) => ({ name, content: readFileSync(join(folder, name)) })),
  );

/** The line of a list of erasures that names a profile. */
export const erasureLine = ({ id }: Pick<Profile, 'id'>): string =>
  `${JSON.stringify({ id, requested_at: '2027-01-31T12:00:00.000Z', because: 'requested' })}\n`;

/** A database, a folder for its archives, and the commands that make and restore them. */
export type Archives = {
  /** Makes the folder, and removes it. */
  readonly open: () => void;
  readonly remove: () => void;
  /** A path in the folder; restores go to `data`. */
  readonly at: (name: string) => string;
  readonly env: (changes?: Variables) => Variables;
  readonly stores: () => RecordStore;
  /** Plays a journey of a person into the database. */
  readonly journey: (seed: string) => Promise<Profile>;
  readonly backup: (...args: readonly string[]) => Promise<CommandRun>;
  readonly restore: (changes: Variables, ...args: readonly string[]) => Promise<CommandRun>;
  /** Has some work done over a data folder, as a service would have it. */
  readonly over: <A>(dataDir: string, work: (url: string) => Promise<A>) => Promise<A>;
};

export const archivesOf = (database: () => TestDatabase): Archives => {
  const binary = process.env['POCKETBASE_BIN'];
  let folder = '';
  const at = (name: string): string => join(folder, name);
  const env = (changes: Variables = {}): Variables =>
    environmentOf(database().url, {
      DATA_KEYS: dataKeysText('drill'),
      ...(binary !== undefined && { POCKETBASE_BIN: binary }),
      ...changes,
    });
  return {
    open: () => {
      folder = mkdtempSync(join(tmpdir(), 'portcullis-archives-'));
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
    at,
    env,
    stores: () => storesOver(database().client, archiveKeyring),
    journey: (seed) => aJourney(database(), { seed, keyring: archiveKeyring }),
    backup: (...args) => runCommand(backupCommand, env(), '--to', ...args),
    restore: (changes, ...args) => runCommand(restoreCommand, env(changes), '--data', at('data'), ...args),
    over: async (dataDir, work) => {
      const running = await startPocketbase({ ...adminAccount, binary, dataDir, migrationsDir });
      try {
        return await work(running.url);
      } finally {
        await running.stop();
      }
    },
  };
};
