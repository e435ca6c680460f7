import { randomUUID } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import type { PocketbaseBackups } from '@portcullis/adapter-pocketbase';
import { E, type Either, type Unavailable } from '@portcullis/domain';
import { type CommandResult, failed, unavailableResult } from '../command/command-result.ts';
import { errorWord } from '../command/error-word.ts';

/** How many rows there were: none of these is ever deleted. */
export type RowCounts = { readonly profiles: number; readonly entries: number };

/** A backup that is on this machine, not yet under its own name, and what there was before and after it was taken. */
export type TakenBackup = {
  readonly file: string;
  readonly bytes: number;
  /** How long the database was packed, in milliseconds; writes waited meanwhile. */
  readonly packedMs: number;
  readonly before: RowCounts;
  readonly after: RowCounts;
};

const countRows = async ({ count }: PocketbaseBackups): Promise<Either<Unavailable, RowCounts>> => {
  const profiles = await count('profiles')();
  if (E.isLeft(profiles)) return profiles;
  const entries = await count('ledger')();
  return E.isLeft(entries) ? entries : E.right({ profiles: profiles.right, entries: entries.right });
};

/** Writes the bytes into a new file for its owner alone; answers how many there were. */
const writeFile = async (path: string, chunks: AsyncIterable<Uint8Array>): Promise<number> => {
  const file = await open(path, 'wx', 0o600);
  let bytes = 0;
  try {
    for await (const chunk of chunks) {
      await file.writeFile(chunk);
      bytes += chunk.length;
    }
    await file.sync();
  } finally {
    await file.close();
  }
  return bytes;
};

const download = async (
  backups: PocketbaseBackups,
  name: string,
  file: string,
): Promise<Either<CommandResult, number>> => {
  const chunks = await backups.read(name)();
  if (E.isLeft(chunks)) return E.left(unavailableResult(chunks.left));
  try {
    return E.right(await writeFile(file, chunks.right));
  } catch (cause) {
    await rm(file, { force: true });
    return failed(1, `The backup cannot be written (${errorWord(cause)}).`);
  }
};

/**
 * Has PocketBase pack its data, and fetches that into a file beside `to`. PocketBase keeps no copy: it would be one of
 * everything, and on the same disk.
 */
export const takeBackup = async (
  backups: PocketbaseBackups,
  to: string,
): Promise<Either<CommandResult, TakenBackup>> => {
  const before = await countRows(backups);
  if (E.isLeft(before)) return E.left(unavailableResult(before.left));
  const name = `portcullis-${randomUUID()}.zip`;
  const started = performance.now();
  const created = await backups.create(name)();
  const packedMs = performance.now() - started;
  if (E.isLeft(created)) return E.left(unavailableResult(created.left));
  const file = `${to}.unverified`;
  const bytes = await download(backups, name, file);
  const removed = await backups.remove(name)();
  if (E.isLeft(bytes)) return bytes;
  if (E.isLeft(removed))
    return failed(2, `The database still has a copy of the backup: delete ${name} there (pb_data/backups).`);
  const after = await countRows(backups);
  if (E.isLeft(after)) return E.left(unavailableResult(after.left));
  return E.right({ file, bytes: bytes.right, packedMs, before: before.right, after: after.right });
};

/** Gives a verified backup its own name. */
export const keepBackup = ({ file }: TakenBackup, to: string): Promise<void> => rename(file, to);
