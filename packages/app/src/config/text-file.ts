import { readFileSync } from 'node:fs';

const encodingOf = ([first, second]: Uint8Array): string => {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
};

/** `null` where it is in another encoding: a password with a letter that was guessed would be another one. */
const decodeText = (bytes: Uint8Array): string | null => {
  try {
    const text = new TextDecoder(encodingOf(bytes), { fatal: true }).decode(bytes);
    return text.includes('\0') ? null : text.replaceAll(/\r\n?/g, '\n');
  } catch {
    return null;
  }
};

const notText = 'ENOTTEXT';

/** Why a file cannot be read or written: the code of the system, or what a person has to do. */
export const errorWord = (cause: unknown): string => {
  const code: unknown = cause instanceof Error ? Reflect.get(cause, 'code') : undefined;
  if (code === notText) return 'it is not in UTF-8: save it as UTF-8';
  return typeof code === 'string' ? code : 'of another kind';
};

/**
 * Reads a file that a person may have written, the same way for every one of them: UTF-8 with or without a byte order
 * mark, or UTF-16 with one, as the tools of Windows write it. Each line ends with a line feed. Throws an error of which
 * `errorWord` says why it cannot be read.
 */
export const readTextFile = (file: string | number): string => {
  const text = decodeText(readFileSync(file));
  if (text === null) throw Object.assign(new Error('not a text'), { code: notText });
  return text;
};
