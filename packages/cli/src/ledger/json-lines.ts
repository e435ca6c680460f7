import { createReadStream } from 'node:fs';

/** Longer than any row in the database. */
const maxLineBytes = 8 * 1024 * 1024;

const newline = 0x0a;

/** A line of a file; `text` is `null` if it is not UTF-8, or longer than any row can be. */
export type Line = { readonly number: number; readonly text: string | null };

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

const decodeText = (parts: readonly Buffer[]): string | null => {
  try {
    return utf8.decode(Buffer.concat(parts));
  } catch {
    return null;
  }
};

/**
 * Reads a file line by line; the content of a line that is too long is dropped. Throws the errors of the file system.
 */
export async function* readLines(path: string): AsyncGenerator<Line> {
  let number = 0;
  let parts: Buffer[] = [];
  let length = 0;
  const line = (): Line => {
    number += 1;
    const text = length > maxLineBytes ? null : decodeText(parts);
    parts = [];
    length = 0;
    return { number, text };
  };
  const add = (part: Buffer): void => {
    length += part.length;
    if (length > maxLineBytes) parts = [];
    else parts.push(part);
  };
  for await (const chunk of createReadStream(path)) {
    const bytes = Buffer.from(chunk);
    let from = 0;
    for (let at = bytes.indexOf(newline); at >= 0; at = bytes.indexOf(newline, from)) {
      add(bytes.subarray(from, at));
      yield line();
      from = at + 1;
    }
    if (from < bytes.length) add(bytes.subarray(from));
  }
  if (length > 0) yield line();
}
