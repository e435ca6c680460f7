import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/** Answers the forms in which bytes can occur in a file: unchanged, in hex, and in base64 at every alignment. */
const formsOf = (bytes: Buffer): readonly Buffer[] => {
  const inBase64 = [0, 1, 2].map((before) => {
    const whole = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
    // The characters at the two ends depend on the neighbouring bytes.
    return whole.slice(before === 0 ? 0 : 4, whole.length - 4);
  });
  const inHex = bytes.toString('hex');
  return [bytes, ...[inHex, inHex.toUpperCase(), ...inBase64].map((form) => Buffer.from(form))];
};

/** Answers the files below a folder that contain a text or some bytes, in plain text or in a form that needs no key. */
export const filesWith = (folder: string, what: string | Uint8Array): readonly string[] => {
  const forms = formsOf(typeof what === 'string' ? Buffer.from(what) : Buffer.from(what));
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name, parentPath }) => join(parentPath, name))
    .filter((path) => {
      const bytes = readFileSync(path);
      return forms.some((form) => bytes.includes(form));
    })
    .map((path) => relative(folder, path));
};
