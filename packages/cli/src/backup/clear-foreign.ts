import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import {
  closedIndexes,
  closeOrigin,
  foreignParts,
  migrationsDir,
  type PocketbaseFolder,
  readOrigin,
  switchedOffSettings,
} from '@portcullis/adapter-pocketbase';
import type { Environment } from '@portcullis/app/configuration';
import { E, type Either } from '@portcullis/domain';
import { type CommandResult, failed } from '../command/command-result.ts';
import type { Output } from '../command/output.ts';

/** A data folder as an archive has brought it, and the superusers of it that are kept. */
export type RestoredFolder = {
  readonly dataDir: string;
  readonly env: Environment;
  readonly superusers: readonly string[];
};

type Foreign = ReturnType<typeof foreignParts>;
type DataOrigin = Awaited<ReturnType<typeof readOrigin>>;

const folderOf = ({ dataDir, env }: RestoredFolder): PocketbaseFolder => ({
  dataDir,
  migrationsDir,
  binary: env['POCKETBASE_BIN'] || undefined,
  settingsKey: env['DB_ENCRYPTION_KEY'] || undefined,
});

/** The superusers that may stand in an archive: the service's own, that of the deployment, and those that are named. */
const knownSuperusers = ({ env, superusers }: RestoredFolder): readonly string[] =>
  [env['DB_USER_EMAIL'] ?? '', env['DB_ADMIN_EMAIL'] ?? '', ...superusers].filter((email) => email !== '');

const linesOf = (foreign: Foreign, word: 'BAD ' | 'NOTE'): readonly string[] =>
  foreign.map(({ kind, what }) => `${word} the database: ${what} (${kind})`);

const attempt = async <A>(work: () => Promise<A>): Promise<Either<CommandResult, A>> => {
  try {
    return E.right(await work());
  } catch (cause) {
    return failed(1, cause instanceof Error ? cause.message : 'PocketBase cannot be started.');
  }
};

/** What a restore of this folder would refuse, a line each. */
export const foreignLines = (restored: RestoredFolder): Promise<Either<CommandResult, readonly string[]>> =>
  attempt(async () => {
    const foreign = foreignParts(await readOrigin(folderOf(restored)), knownSuperusers(restored));
    return linesOf(foreign, 'NOTE');
  });

const refused =
  'It has what neither PocketBase nor this service makes. --superuser keeps a superuser; --accept-faults restores it nevertheless, without triggers, unknown indexes and other superusers, and with every rule closed.';

/** Takes out what is foreign and acts. The service's own account is made anew at the start, with its password. */
const clear = async (restored: RestoredFolder, origin: DataOrigin): Promise<Either<CommandResult, void>> => {
  const folder = folderOf(restored);
  const kept = knownSuperusers(restored).filter((email) => email !== restored.env['DB_USER_EMAIL']);
  return attempt(async () => {
    await closeOrigin(folder, { superusers: kept, ...closedIndexes(origin) });
    const left = foreignParts(await readOrigin(folder), kept).filter(({ kind }) => !isInert(kind));
    if (left.length > 0) throw new Error(`It cannot be cleared of what is foreign: ${left[0]?.what}.`);
  });
};

/** What may lie in a restored database where its operator accepts it: nothing acts on it, and nobody comes in by it. */
const isInert = (kind: Foreign[number]['kind']): boolean =>
  kind === 'foreign_view' ||
  kind === 'foreign_table' ||
  kind === 'altered_table' ||
  kind === 'foreign_field' ||
  kind === 'damaged' ||
  kind === 'foreign_collection';

/** How many of the files that no record names are named. */
const maxNamed = 5;

/** Removes the files that no record names: nothing would find them at an erasure. An upload that failed leaves some. */
const removeUnnamed = (
  { dataDir }: RestoredFolder,
  unnamed: readonly string[],
  print: Output['print'],
): Promise<Either<CommandResult, void>> =>
  attempt(async () => {
    for (const path of unnamed) await rm(join(dataDir, path), { recursive: true, force: true });
    if (unnamed.length === 0) return;
    const names = unnamed.slice(0, maxNamed).map((path) => JSON.stringify(path.slice(0, 80)));
    print(`Left out, since no record names it: ${unnamed.length} in storage, such as ${names.join(', ')}.`);
  });

/**
 * Clears a restored folder before anything of it is served: says what is in it that neither PocketBase nor the
 * migrations make, and refuses it unless that is accepted; then what acts on its own, lets somebody in or sends data
 * elsewhere is taken out. Answers whether nothing was foreign. Settings that were switched off are said, and are no
 * fault.
 */
export const clearForeign = async (
  restored: RestoredFolder,
  acceptFaults: boolean,
  { print }: Output,
): Promise<Either<CommandResult, boolean>> => {
  const read = await attempt(() => readOrigin(folderOf(restored)));
  if (E.isLeft(read)) return read;
  const foreign = foreignParts(read.right, knownSuperusers(restored));
  for (const line of linesOf(foreign, 'BAD ')) print(line);
  if (foreign.length > 0 && !acceptFaults) return failed(1, refused);
  const cleared = await clear(restored, read.right);
  if (E.isLeft(cleared)) return cleared;
  const removed = await removeUnnamed(restored, read.right.unnamed, print);
  if (E.isLeft(removed)) return removed;
  const switchedOff = switchedOffSettings(read.right);
  if (switchedOff.length > 0)
    print(`Switched off, until you switch it on again in PocketBase: ${switchedOff.join(', ')}.`);
  return E.right(foreign.length === 0);
};
