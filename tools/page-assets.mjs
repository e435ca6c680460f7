// `npm run page:assets` fetches what the page needs and no package holds: the model that finds faces in the liveness
// component. A file is taken only if its SHA-256 is the pinned one (packages/verify/face-model.json), or the one that
// the operator gives (`--sha256 <file>=<digest>`): without a digest nothing is asked for. All files are taken, or none.
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { modelFolder, readModelList } from './build/liveness-files.mjs';

const maxBytes = 8 * 1024 * 1024;
const timeoutMs = 60_000;

const isDigest = (text) => /^[0-9a-f]{64}$/.test(text ?? '');

/** The files with their digests, those of the operator first. */
const filesOf = (pinned, given) => {
  const digests = { ...pinned };
  for (const one of given) {
    const [name, digest] = one.split('=');
    if (!Object.hasOwn(pinned, name))
      throw new Error(`${name} is no file of the model: ${Object.keys(pinned).join(', ')}`);
    digests[name] = digest?.toLowerCase();
  }
  const unknown = Object.keys(digests).filter((name) => !isDigest(digests[name]));
  if (unknown.length > 0)
    throw new Error(
      `No SHA-256 is known of ${unknown.join(' and ')}. Get the file from a source that you trust, and give its digest:\n` +
        unknown.map((name) => `  --sha256 ${name}=<64 hexadecimal digits>`).join('\n'),
    );
  return Object.entries(digests);
};

const fetchFile = async (url, digest) => {
  const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(timeoutMs) });
  if (!response.ok) throw new Error(`${url} was answered with ${response.status}`);
  const hash = createHash('sha256');
  const chunks = [];
  let size = 0;
  for await (const chunk of response.body) {
    size += chunk.length;
    if (size > maxBytes) throw new Error(`${url} has more than ${maxBytes} bytes`);
    hash.update(chunk);
    chunks.push(chunk);
  }
  const found = hash.digest('hex');
  if (found !== digest) throw new Error(`${url} has the SHA-256 ${found}, and not ${digest}: nothing was kept`);
  return Buffer.concat(chunks);
};

/** Puts the files into a folder, which appears once all of them are there. */
const putInPlace = (files, folder) => {
  mkdirSync(dirname(folder), { recursive: true });
  const made = mkdtempSync(`${folder}.new-`);
  try {
    for (const { bytes, name } of files) writeFileSync(join(made, name), bytes);
    rmSync(folder, { recursive: true, force: true });
    renameSync(made, folder);
  } finally {
    rmSync(made, { recursive: true, force: true });
  }
};

const fetchModel = async ({ from, sha256 = [], to = modelFolder }) => {
  const list = readModelList();
  const base = new URL(from ?? list.from);
  if (!base.pathname.endsWith('/')) throw new Error(`${base} must end with a slash`);
  const files = [];
  for (const [name, digest] of filesOf(list.sha256, sha256))
    files.push({ name, bytes: await fetchFile(new URL(name, base), digest) });
  putInPlace(files, to);
  return files;
};

const options = { from: { type: 'string' }, to: { type: 'string' }, sha256: { type: 'string', multiple: true } };
try {
  const { values } = parseArgs({ options });
  for (const { bytes, name } of await fetchModel(values)) console.log(`${name}: ${bytes.length} bytes`);
  console.log('Now run `npm run build`.');
} catch (error) {
  const { cause, message } = error;
  console.error(cause instanceof Error ? `${message}: ${cause.message}` : message);
  process.exitCode = 1;
}
