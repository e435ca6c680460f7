import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
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

/** How many reads in succession may fail. */
const maxFailedReads = 5;
/** No fetch of a backup takes this long: an older copy was left by a command that was killed. */
const abandonedAfterMs = 6 * 3_600_000;

const countRows = async ({ count }: PocketbaseBackups): Promise<Either<Unavailable, RowCounts>> => {
  const profiles = await count('profiles')();
  if (E.isLeft(profiles)) return profiles;
  const entries = await count('ledger')();
  return E.isLeft(entries) ? entries : E.right({ profiles: profiles.right, entries: entries.right });
};

/** Fetches a backup, and goes on where a response was cut off. Answers how many bytes came. */
const fetchInto = async (
  file: FileHandle,
  { read }: PocketbaseBackups,
  name: string,
  size: number,
  stop: AbortSignal,
): Promise<number> => {
  let bytes = 0;
  for (let failedReads = 0; bytes < size && failedReads < maxFailedReads && !stop.aborted; ) {
    const from = bytes;
    const chunks = await read(name, from, stop)();
    if (E.isRight(chunks)) {
      for await (const chunk of chunks.right) {
        await file.writeFile(chunk);
        bytes += chunk.length;
      }
    }
    failedReads = bytes > from ? 0 : failedReads + 1;
  }
  return bytes;
};

/** Fetches a backup into a new file for its owner alone. */
const download = async (
  backups: PocketbaseBackups,
  name: string,
  size: number,
  path: string,
  stop: AbortSignal,
): Promise<Either<CommandResult, void>> => {
  let isOwn = false;
  try {
    const file = await open(path, 'wx', 0o600);
    isOwn = true;
    try {
      const bytes = await fetchInto(file, backups, name, size, stop);
      if (bytes === size) {
        await file.sync();
        return E.right(undefined);
      }
      await rm(path, { force: true });
      return failed(2, `The backup could not be fetched: ${bytes} of ${size} bytes came.`);
    } finally {
      await file.close();
    }
  } catch (cause) {
    if (isOwn) await rm(path, { force: true });
    return failed(1, `The backup cannot be written (${errorWord(cause)}).`);
  }
};

/** Removes the copies that earlier commands left in the database because they were killed. */
const removeAbandoned = async ({ list, remove }: PocketbaseBackups): Promise<Either<Unavailable, void>> => {
  const listed = await list();
  if (E.isLeft(listed)) return listed;
  for (const { madeAt, name } of listed.right) {
    if (!/^portcullis-[0-9a-f-]{36}\.zip$/.test(name) || !(madeAt < Date.now() - abandonedAfterMs)) continue;
    const removed = await remove(name)();
    if (E.isLeft(removed)) return removed;
  }
  return E.right(undefined);
};

type Packed = { readonly bytes: number; readonly packedMs: number };

const packAndFetch = async (
  backups: PocketbaseBackups,
  name: string,
  file: string,
  stop: AbortSignal,
): Promise<Either<CommandResult, Packed>> => {
  const started = performance.now();
  const bytes = await backups.create(name, stop)();
  const packedMs = performance.now() - started;
  if (E.isLeft(bytes)) return E.left(unavailableResult(bytes.left));
  const fetched = await download(backups, name, bytes.right, file, stop);
  return E.isLeft(fetched) ? fetched : E.right({ bytes: bytes.right, packedMs });
};

/**
 * Has PocketBase pack its data, and fetches that into a file beside `to`. PocketBase keeps no copy, whatever fails or
 * stops this: it would be one of everything, and on the same disk.
 */
export const takeBackup = async (
  backups: PocketbaseBackups,
  to: string,
  stop: AbortSignal,
): Promise<Either<CommandResult, TakenBackup>> => {
  const file = `${to}.unverified`;
  if (existsSync(file)) return failed(1, `${file} is there already, of a backup that did not verify. Move it away.`);
  const before = await countRows(backups);
  if (E.isLeft(before)) return E.left(unavailableResult(before.left));
  const cleared = await removeAbandoned(backups);
  if (E.isLeft(cleared)) return E.left(unavailableResult(cleared.left));
  const name = `portcullis-${randomUUID()}.zip`;
  const packed = await packAndFetch(backups, name, file, stop);
  const removed = await backups.remove(name)();
  if (E.isLeft(removed)) {
    const lines = E.isLeft(packed) ? packed.left.lines : [`The backup is not verified: ${file}`];
    return failed(2, ...lines, `The database may still have a copy: delete ${name} there (pb_data/backups).`);
  }
  if (E.isLeft(packed)) return packed;
  const after = await countRows(backups);
  return E.isLeft(after)
    ? E.left(unavailableResult(after.left))
    : E.right({ file, ...packed.right, before: before.right, after: after.right });
};

/** Gives a verified backup its own name. */
export const keepBackup = ({ file }: TakenBackup, to: string): Promise<void> => rename(file, to);
