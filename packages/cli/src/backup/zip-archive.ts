import { crc32 } from 'node:zlib';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { BackupFault } from './backup-fault.ts';

/** A file in an archive: its path with `/`, and its size in bytes. */
export type ZipEntry = {
  readonly path: string;
  readonly size: number;
  readonly content: () => AsyncIterable<Uint8Array>;
};

/** An archive that is not what it says. */
export const damaged = (): BackupFault =>
  new BackupFault('The file is no complete backup: it is damaged, or was cut off.');

/**
 * What a failure means: errors of the system have a code and are passed on, and all others, of the library or of zlib,
 * say that the archive is not what it says.
 */
export const asDamage = (cause: unknown): unknown => {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'Z_';
  return code.startsWith('Z_') ? damaged() : cause;
};

/** A path below the folder, in words that mean the same everywhere: no step upwards, no root, no drive. */
const isPlainPath = (path: string): boolean =>
  !path.includes('\0') && !/[\\:]/.test(path) && path.split('/').every((part) => part !== '' && !/^\.\.?$/.test(part));

/** The type of a file in the attributes that Unix gives it (stat(2)); 0 where the archive says nothing. */
const fileType = ({ externalFileAttributes }: Entry): number => (externalFileAttributes >>> 16) & 0o170000;
const regularFile = 0o100000;

const isFolder = ({ fileName }: Entry): boolean => fileName.endsWith('/');

/** Whether an entry is a file as PocketBase writes it: with a plain path, no link, and not encrypted. */
const isPlainFile = (entry: Entry): boolean =>
  isPlainPath(entry.fileName) && [0, regularFile].includes(fileType(entry)) && entry.canDecodeFileData();

/** Reads the content of an entry, whose length the library verifies. Throws when it is not what was packed. */
async function* readContent(archive: ZipFile, entry: Entry): AsyncGenerator<Uint8Array> {
  let crc = 0;
  const content: AsyncIterable<Buffer> = await archive.openReadStreamPromise(entry);
  for await (const chunk of content) {
    crc = crc32(chunk, crc);
    yield chunk;
  }
  if (crc !== entry.crc32) throw damaged();
}

/** Lists the files of an archive. Folders are left out; a file that is none, or a path that occurs twice, is damage. */
const readEntries = async (archive: ZipFile): Promise<readonly ZipEntry[]> => {
  const entries: ZipEntry[] = [];
  const paths = new Set<string>();
  for await (const entry of archive.eachEntry()) {
    if (isFolder(entry)) continue;
    const path = entry.fileName;
    if (!isPlainFile(entry) || paths.has(path)) throw damaged();
    paths.add(path);
    entries.push({ path, size: entry.uncompressedSize, content: () => readContent(archive, entry) });
  }
  return entries;
};

export type ZipArchive = { readonly entries: readonly ZipEntry[]; readonly close: () => void };

/**
 * Opens an archive in the form in which PocketBase writes its backups (PKWARE APPNOTE 6.3.10, with ZIP64; not
 * encrypted, not split). Throws where the file is not one.
 */
export const openZip = async (path: string): Promise<ZipArchive> => {
  const archive = await openPromise(path, { lazyEntries: true, autoClose: false, strictFileNames: true });
  try {
    return { entries: await readEntries(archive), close: () => archive.close() };
  } catch (cause) {
    archive.close();
    throw cause;
  }
};
