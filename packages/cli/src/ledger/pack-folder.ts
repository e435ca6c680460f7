import { createHash } from 'node:crypto';
import { mkdir, open, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Signer } from './signer.ts';

type ManifestFile = { readonly path: string; readonly size: number; readonly sha256: string };

/** A new folder that is filled file by file, accessible to its owner only, and signed at the end. */
export type PackFolder = {
  /** Writes a file in chunks; the paths come from our own code only. */
  readonly write: (path: string, pieces: AsyncIterable<string | Uint8Array>) => Promise<void>;
  /** Writes the manifest of all files and its signature; without them the folder proves nothing. */
  readonly sign: (about: object, signer: Signer) => Promise<void>;
  /** Removes the folder again. */
  readonly discard: () => Promise<void>;
};

const ownerOnlyFile = 0o600;
const ownerOnlyFolder = 0o700;

/** Makes a stream of one chunk. */
export async function* singleChunk(piece: string | Uint8Array): AsyncGenerator<string | Uint8Array> {
  yield piece;
}

export const prettyJson = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/** Creates the folder; throws if anything of that name already exists. */
export const createPackFolder = async (folder: string): Promise<PackFolder> => {
  await mkdir(folder, { mode: ownerOnlyFolder });
  const listed: ManifestFile[] = [];

  const writeChunks = async (path: string, pieces: AsyncIterable<string | Uint8Array>): Promise<ManifestFile> => {
    await mkdir(dirname(join(folder, path)), { recursive: true, mode: ownerOnlyFolder });
    const file = await open(join(folder, path), 'wx', ownerOnlyFile);
    const digest = createHash('sha256');
    let size = 0;
    try {
      for await (const piece of pieces) {
        const bytes = typeof piece === 'string' ? Buffer.from(piece) : piece;
        digest.update(bytes);
        size += bytes.length;
        await file.writeFile(bytes);
      }
      await file.sync();
    } finally {
      await file.close();
    }
    return { path, size, sha256: digest.digest('hex') };
  };

  return {
    write: async (path, pieces) => {
      listed.push(await writeChunks(path, pieces));
    },
    sign: async (about, signer) => {
      const manifest = prettyJson({ ...about, signer: signer.fingerprint, files: listed });
      await writeChunks('signer.pub.pem', singleChunk(signer.publicPem));
      await writeChunks('MANIFEST.json', singleChunk(manifest));
      await writeChunks('MANIFEST.sig', singleChunk(signer.sign(Buffer.from(manifest))));
    },
    discard: () => rm(folder, { recursive: true, force: true }),
  };
};
