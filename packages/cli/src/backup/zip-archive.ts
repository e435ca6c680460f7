import type { FileHandle } from 'node:fs/promises';
import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream';
import { crc32, createInflateRaw } from 'node:zlib';

/** A file in an archive: its path with `/`, and where its bytes are. */
export type ZipEntry = {
  readonly path: string;
  readonly size: number;
  readonly crc: number;
  readonly packedSize: number;
  readonly isDeflated: boolean;
  readonly headerAt: number;
};

const damage = 'The file is no complete backup: it is damaged, or was cut off.';

/** An archive that is not what it says; the message is a sentence for an operator. */
export const damaged = (): Error => new Error(damage);

export const isDamage = (cause: unknown): cause is Error => cause instanceof Error && cause.message === damage;

const endSignature = 0x06054b50;
const longEndSignature = 0x06064b50;
const entrySignature = 0x02014b50;
const headerSignature = 0x04034b50;
const endLength = 22;
const maxCommentLength = 65_535;
const longLocatorLength = 20;
const pieceLength = 1 << 20;
/** In a field of 16 or 32 bits: the value is in the extra field instead (ZIP64, APPNOTE 4.5.3). */
const isElsewhere = 0xffffffff;

const readAt = async (file: FileHandle, position: number, length: number): Promise<Buffer> => {
  const bytes = Buffer.alloc(length);
  const { bytesRead } = await file.read(bytes, 0, length, position);
  if (bytesRead !== length || position < 0) throw damaged();
  return bytes;
};

const safeNumber = (value: bigint): number => {
  if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw damaged();
  return Number(value);
};

type Directory = { readonly at: number; readonly length: number; readonly entries: number };

/** Finds the list of files at the end of the archive (APPNOTE 4.3.16, and 4.3.14 for large ones). */
const findDirectory = async (file: FileHandle): Promise<Directory> => {
  const { size } = await file.stat();
  const length = Math.min(size, endLength + maxCommentLength);
  const tail = await readAt(file, size - length, length);
  let end = tail.length - endLength;
  while (end >= 0 && tail.readUInt32LE(end) !== endSignature) end -= 1;
  if (end < 0) throw damaged();
  const [entries, bytes, at] = [tail.readUInt16LE(end + 10), tail.readUInt32LE(end + 12), tail.readUInt32LE(end + 16)];
  if (entries !== 0xffff && bytes !== isElsewhere && at !== isElsewhere) return { at, length: bytes, entries };
  const locator = await readAt(file, size - length + end - longLocatorLength, longLocatorLength);
  const long = await readAt(file, safeNumber(locator.readBigUInt64LE(8)), 56);
  if (long.readUInt32LE(0) !== longEndSignature) throw damaged();
  return {
    entries: safeNumber(long.readBigUInt64LE(32)),
    length: safeNumber(long.readBigUInt64LE(40)),
    at: safeNumber(long.readBigUInt64LE(48)),
  };
};

/** The numbers of 64 bits that stand in the extra field instead of those that do not fit (APPNOTE 4.5.3). */
const longValues = (extra: Buffer): readonly number[] => {
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    if (extra.readUInt16LE(at) !== 1) continue;
    const field = extra.subarray(at + 4, at + 4 + extra.readUInt16LE(at + 2));
    return Array.from({ length: Math.floor(field.length / 8) }, (_, n) => safeNumber(field.readBigUInt64LE(8 * n)));
  }
  return [];
};

const entryAt = (list: Buffer, at: number): { readonly entry: ZipEntry; readonly next: number } => {
  if (at + 46 > list.length || list.readUInt32LE(at) !== entrySignature) throw damaged();
  const [nameLength, extraLength] = [list.readUInt16LE(at + 28), list.readUInt16LE(at + 30)];
  const nameEnd = at + 46 + nameLength;
  const long = [...longValues(list.subarray(nameEnd, nameEnd + extraLength))];
  const longOr = (short: number): number => (short === isElsewhere ? (long.shift() ?? isElsewhere) : short);
  const size = longOr(list.readUInt32LE(at + 24));
  const packedSize = longOr(list.readUInt32LE(at + 20));
  const headerAt = longOr(list.readUInt32LE(at + 42));
  const method = list.readUInt16LE(at + 10);
  if (method !== 0 && method !== 8) throw damaged();
  const path = list.toString('utf8', at + 46, nameEnd);
  const entry = { path, size, packedSize, headerAt, crc: list.readUInt32LE(at + 16), isDeflated: method === 8 };
  return { entry, next: nameEnd + extraLength + list.readUInt16LE(at + 32) };
};

/** Lists the files of an archive. Folders are left out. */
const readEntries = async (file: FileHandle): Promise<readonly ZipEntry[]> => {
  const directory = await findDirectory(file);
  const list = await readAt(file, directory.at, directory.length);
  const entries: ZipEntry[] = [];
  for (let at = 0, n = 0; n < directory.entries; n += 1) {
    const { entry, next } = entryAt(list, at);
    if (!entry.path.endsWith('/')) entries.push(entry);
    at = next;
  }
  return entries;
};

/** Reads some bytes of a file, a piece at a time. */
async function* readRange(file: FileHandle, start: number, length: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < length; at += pieceLength)
    yield await readAt(file, start + at, Math.min(pieceLength, length - at));
}

/** Reads the content of an entry, and throws at its end when it is not what was packed. */
async function* readContent(file: FileHandle, entry: ZipEntry): AsyncGenerator<Uint8Array> {
  const header = await readAt(file, entry.headerAt, 30);
  if (header.readUInt32LE(0) !== headerSignature) throw damaged();
  const start = entry.headerAt + 30 + header.readUInt16LE(26) + header.readUInt16LE(28);
  let [size, crc] = [0, 0];
  if (entry.packedSize > 0) {
    const packed = readRange(file, start, entry.packedSize);
    // A failure of either is thrown where the content is read.
    const content: AsyncIterable<Buffer> = entry.isDeflated
      ? pipeline(packed, createInflateRaw(), () => undefined)
      : packed;
    for await (const chunk of content) {
      size += chunk.length;
      crc = crc32(chunk, crc);
      if (size > entry.size) throw damaged();
      yield chunk;
    }
  }
  if (size !== entry.size || crc !== entry.crc) throw damaged();
}

export type ZipArchive = {
  readonly entries: readonly ZipEntry[];
  readonly content: (entry: ZipEntry) => AsyncIterable<Uint8Array>;
  readonly close: () => Promise<void>;
};

/**
 * Opens an archive in the form in which PocketBase writes its backups (PKWARE APPNOTE 6.3.10, with ZIP64; not
 * encrypted, not split). Throws where the file is not one.
 */
export const openZip = async (path: string): Promise<ZipArchive> => {
  const file = await open(path, 'r');
  try {
    const entries = await readEntries(file);
    return { entries, content: (entry) => readContent(file, entry), close: () => file.close() };
  } catch (cause) {
    await file.close();
    throw cause instanceof RangeError ? damaged() : cause;
  }
};
