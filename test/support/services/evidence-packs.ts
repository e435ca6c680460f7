import { createHash, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fromBufferPromise } from 'yauzl';
import { startProgram } from '../servers/program.ts';

/** Runs the script of a pack in its folder as its receiver would, with Node alone. */
export const runVerifier = async (folder: string, ...args: readonly string[]) => {
  const program = startProgram(process.execPath, ['verify.mjs', ...args], { cwd: folder });
  const { code } = await program.ended;
  return { code, lines: program.printed().trimEnd().split('\n') };
};

/** Answers the exit code and the last line: `OK`, or the first failure. */
export const verifierVerdict = async (folder: string, ...args: readonly string[]) => {
  const { code, lines } = await runVerifier(folder, ...args);
  return [code, lines.at(-1)?.replace(/^FAILED +/, '')] as const;
};

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

type Listed = { readonly path: string; readonly size: number; readonly sha256: string };
type Manifest = { readonly files: readonly Listed[]; readonly signer: string };

const unlisted = ['MANIFEST.json', 'MANIFEST.sig', 'signer.pub.pem'];

/** Answers the path of every file of a pack. */
export const filesOf = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .map((one) => join(one.parentPath, one.name).slice(folder.length + 1))
    .toSorted();

/** Changes the text of a file of a pack. */
export const rewriteFile = (folder: string, path: string, change: (text: string) => string): void =>
  writeFileSync(join(folder, path), change(readFileSync(join(folder, path), 'utf8')));

/** Signs a pack again with another key, as a forger does. Answers the fingerprint of that key. */
export const signPack = (folder: string, key: KeyObject = generateKeyPairSync('ed25519').privateKey): string => {
  const publicKey = createPublicKey(key);
  const fingerprint = sha256(publicKey.export({ type: 'spki', format: 'der' }));
  rewriteFile(folder, 'MANIFEST.json', (text) => {
    const manifest: Manifest = JSON.parse(text);
    const files = filesOf(folder)
      .filter((path) => !unlisted.includes(path))
      .map((path) => {
        const bytes = readFileSync(join(folder, path));
        return { path, size: bytes.length, sha256: sha256(bytes) };
      });
    return JSON.stringify({ ...manifest, signer: fingerprint, files });
  });
  writeFileSync(join(folder, 'signer.pub.pem'), publicKey.export({ type: 'spki', format: 'pem' }));
  writeFileSync(join(folder, 'MANIFEST.sig'), sign(null, readFileSync(join(folder, 'MANIFEST.json')), key));
  return fingerprint;
};

/** Every file of an archive, by its path, as a reader that others have written finds them. */
export const unzipped = async (bytes: Buffer): Promise<ReadonlyMap<string, Buffer>> => {
  const archive = await fromBufferPromise(bytes);
  const files = new Map<string, Buffer>();
  for await (const entry of archive.eachEntry()) {
    const parts: Buffer[] = [];
    for await (const part of await archive.openReadStreamPromise(entry)) parts.push(Buffer.from(part));
    files.set(entry.fileName, Buffer.concat(parts));
  }
  return files;
};
