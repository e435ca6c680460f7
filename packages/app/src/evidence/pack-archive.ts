import { Zip, ZipDeflate, type ZipInputFile, ZipPassThrough } from 'fflate';
import type { PackFile } from './pack-files.ts';

/** Pictures are compressed already. */
const isCompressed = (path: string): boolean => /\.(jpg|png|webp|webm|mp4)$/.test(path);

const entryOf = (path: string): ZipInputFile & { push: (bytes: Uint8Array, isLast?: boolean) => void } =>
  isCompressed(path) ? new ZipPassThrough(path) : new ZipDeflate(path);

/**
 * A ZIP archive of files in a folder of this name, a piece at a time: a piece is made once the receiver takes it. All
 * of them have the time `at` (ISO 8601), so that the same files make the same archive. Each file is below 4 GB.
 */
export async function* zipArchive(
  files: AsyncIterable<PackFile>,
  folder: string,
  at: string,
): AsyncGenerator<Uint8Array> {
  let made: Uint8Array[] = [];
  const zip = new Zip((error, piece) => {
    if (error) throw error;
    if (piece.length > 0) made.push(piece);
  });
  const taken = (): readonly Uint8Array[] => {
    const pieces = made;
    made = [];
    return pieces;
  };
  for await (const { path, pieces } of files) {
    const entry = entryOf(`${folder}/${path}`);
    entry.mtime = at;
    zip.add(entry);
    for await (const piece of pieces) {
      entry.push(piece);
      yield* taken();
    }
    entry.push(new Uint8Array(0), true);
    yield* taken();
  }
  zip.end();
  yield* taken();
}
