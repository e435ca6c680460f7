import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { mapConcurrent } from '@portcullis/domain/kernel';

/** How many files are flushed at once: the disk writes its journal once for many of them. */
const concurrency = 16;

/** Flushes one file or folder to the disk. */
export const syncPath = async (path: string): Promise<void> => {
  const file = await open(path, 'r');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
};

/** Flushes a folder to the disk, with everything in it. */
export const syncFolder = async (folder: string): Promise<void> => {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = [folder, ...found.map(({ name, parentPath }) => join(parentPath, name))];
  await mapConcurrent(paths, syncPath, concurrency);
};
