import { mkdir, open, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** A new folder that is filled file by file, accessible to its owner only. */
export type PackFolder = {
  /** Writes a file in chunks; the paths come from our own code only. */
  readonly write: (path: string, pieces: AsyncIterable<Uint8Array>) => Promise<void>;
  /** Removes the folder again. */
  readonly discard: () => Promise<void>;
};

const ownerOnlyFile = 0o600;
const ownerOnlyFolder = 0o700;

/** Creates the folder; throws if anything of that name already exists. */
export const createPackFolder = async (folder: string): Promise<PackFolder> => {
  await mkdir(folder, { mode: ownerOnlyFolder });
  return {
    write: async (path, pieces) => {
      await mkdir(dirname(join(folder, path)), { recursive: true, mode: ownerOnlyFolder });
      const file = await open(join(folder, path), 'wx', ownerOnlyFile);
      try {
        for await (const piece of pieces) await file.writeFile(piece);
        await file.sync();
      } finally {
        await file.close();
      }
    },
    discard: () => rm(folder, { recursive: true, force: true }),
  };
};
