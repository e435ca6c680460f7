import { readFile, stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { mediaTypeOf } from '@portcullis/domain/evidence';
import { demoFailure, systemCode } from './failure.ts';

/** An image as a browser would send it. */
export type DemoImage = { readonly name: string; readonly type: string; readonly bytes: Uint8Array<ArrayBuffer> };

const maxBytes = 10 * 1024 * 1024;
const specimens = fileURLToPath(new URL('../../../../test/fixtures/specimens/', import.meta.url));

const readFailures: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EACCES: 'it may not be read by this user',
  ENAMETOOLONG: 'the name is too long',
};

const readLimited = async (path: string): Promise<Uint8Array<ArrayBuffer>> => {
  try {
    const facts = await stat(path);
    if (!facts.isFile()) throw demoFailure(`${path} is not a file.`);
    if (facts.size > maxBytes) throw demoFailure(`${path} is larger than the 10 MiB that an image may have.`);
    return new Uint8Array(await readFile(path));
  } catch (thrown) {
    const code = systemCode(thrown);
    if (code === null) throw thrown;
    throw demoFailure(`${path} cannot be read: ${readFailures[code] ?? code}.`, thrown);
  }
};

/** Reads an image file. A missing or oversized file, or another file type, is reported before anything is sent. */
export const documentImage = async (path: string, folder: string): Promise<DemoImage> => {
  const full = resolve(folder, path);
  const bytes = await readLimited(full);
  const type = mediaTypeOf(bytes);
  if (type === null) throw demoFailure(`${full} is not a JPEG, PNG or WebP image.`);
  return { name: basename(full), type, bytes };
};

/** One of the specimen photos of the repository: the document of a fictional person of the state of Utopia. */
export const specimenImage = (name: string): Promise<DemoImage> => documentImage(`${name}.jpg`, specimens);
