import { type Dirent, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Marks everything that somebody can write freely; it occurs nowhere else. */
export const mark = 'cq7zkw4x';

/** Bytes that must not be found, and what they represent. */
export type CanaryValue = { readonly what: string; readonly bytes: Buffer };

/**
 * Answers the part of a text's base64 that does not depend on the bytes around it, for each of the three alignments.
 */
const base64Forms = (text: Buffer): readonly string[] =>
  [0, 1, 2].map((before) => {
    const padded = Buffer.concat([Buffer.alloc(before), text]);
    const whole = padded.subarray(0, padded.length - (padded.length % 3)).toString('base64');
    return whole.slice(before === 0 ? 0 : 4);
  });

const jsonEscaped = (text: string): string =>
  text.replace(/[^\x20-\x7e]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** Answers every form in which a text could have been written. */
const encodingsOf = (text: string): readonly Buffer[] => {
  const utf8 = Buffer.from(text, 'utf8');
  const base64 = base64Forms(utf8);
  const written = [
    text,
    text.toUpperCase(),
    JSON.stringify(text).slice(1, -1),
    jsonEscaped(text),
    encodeURIComponent(text),
    ...base64,
    ...base64.map((one) => one.replaceAll('+', '-').replaceAll('/', '_')),
    utf8.toString('hex'),
    utf8.toString('hex').toUpperCase(),
  ];
  const wide = Buffer.from(text, 'utf16le');
  return [...new Set(written)].map((one) => Buffer.from(one, 'utf8')).concat(wide);
};

/** Answers the values to search for: the text in every form. */
export const canaryValuesOf = (what: string, text: string): readonly CanaryValue[] =>
  encodingsOf(text).map((bytes) => ({ what, bytes }));

const pieceBytes = 24;
/** A piece with fewer different bytes, such as one of zeros, may stand in any file. */
const leastDifferent = 12;

/** The first piece from a position on that stands in no file by chance; there is none in a picture of one colour. */
const pieceFrom = (content: Buffer, from: number): readonly Buffer[] => {
  for (let at = from; at + pieceBytes <= content.length; at += pieceBytes) {
    const piece = content.subarray(at, at + pieceBytes);
    if (new Set(piece).size >= leastDifferent) return [piece];
  }
  return [];
};

/** Answers pieces from the middle of a file, where no two files of a kind are alike, as raw bytes and as base64. */
export const canaryValuesOfFile = (what: string, content: Buffer): readonly CanaryValue[] =>
  [0.3, 0.5, 0.7].flatMap((share) => {
    const [piece] = pieceFrom(content, Math.floor(content.length * share));
    if (piece === undefined) return [];
    return [piece, ...base64Forms(piece).map((text) => Buffer.from(text, 'utf8'))].map((bytes) => ({ what, bytes }));
  });

/** File names are searched too, since they are also written to the disk. */
const filesBelow = (folder: string): readonly string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry: Dirent) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? filesBelow(path) : [path];
  });

export type ScannedFile = { readonly where: string; readonly bytes: Buffer };

/** What stands in a file before the zeros at its end, with which a database keeps room: they say nothing. */
const withoutRoom = (bytes: Buffer): Buffer => {
  let end = bytes.length;
  while (end > 0 && bytes[end - 1] === 0) end -= 1;
  return bytes.subarray(0, end);
};

/**
 * Reads every file below some folders that was written since a time (milliseconds since 1970), with its path; a file
 * that disappears meanwhile is skipped.
 */
export const scanFiles = (folders: readonly string[], since: number): readonly ScannedFile[] =>
  folders.flatMap((folder) =>
    filesBelow(folder).flatMap((path) => {
      const where = path.slice(folder.length + 1);
      try {
        if (statSync(path).mtimeMs < since) return [];
        return [{ where, bytes: Buffer.concat([withoutRoom(readFileSync(path)), Buffer.from(`\n${where}`)]) }];
      } catch {
        return [];
      }
    }),
  );

/** Answers what is found where, each pair once. */
export const findCanaries = (
  files: readonly ScannedFile[],
  canaryValues: readonly CanaryValue[],
): readonly string[] => [
  ...new Set(
    files.flatMap(({ bytes, where }) =>
      canaryValues.filter((canaryValue) => bytes.includes(canaryValue.bytes)).map(({ what }) => `${what} in ${where}`),
    ),
  ),
];
