import { join } from 'node:path';
import { errorWord, readTextFile } from '@portcullis/app/configuration';
import { E } from '@portcullis/domain';
import { decode, parseJson, t } from '@portcullis/domain/kernel';
import { parseUrl } from '@portcullis/http';
import { demoFailure } from './failure.ts';
import type { SandboxAccess } from './play.ts';

/** The part of `sandbox.json` that the demo needs. */
const SandboxFile = t.type({
  base_url: t.string,
  management_url: t.string,
  client_id: t.string,
  client_secret: t.string,
});

const probeTimeoutMs = 1500;

const readIfPresent = (path: string): string | null => {
  try {
    return readTextFile(path);
  } catch (thrown) {
    const why = errorWord(thrown);
    if (why === 'ENOENT' || why === 'ENOTDIR') return null;
    const owner = why === 'EACCES' || why === 'EPERM' ? ': it belongs to the user who started it' : '';
    throw demoFailure(`${path} cannot be read (${why})${owner}.`);
  }
};

const isAlive = async (managementUrl: string): Promise<boolean> => {
  try {
    const answer = await fetch(new URL('/livez', managementUrl), { signal: AbortSignal.timeout(probeTimeoutMs) });
    await answer.body?.cancel();
    return answer.ok;
  } catch {
    return false;
  }
};

/** The sandbox of this folder, if it runs. A killed sandbox leaves its file behind and does not respond. */
export const runningSandbox = async (folder: string): Promise<SandboxAccess | null> => {
  const text = readIfPresent(join(folder, 'sandbox.json'));
  if (text === null) return null;
  const read = decode(SandboxFile, parseJson(text));
  if (E.isLeft(read) || parseUrl(read.right.management_url) === null || !(await isAlive(read.right.management_url)))
    return null;
  const { base_url: baseUrl, client_id: clientId, client_secret: clientSecret } = read.right;
  return { baseUrl, clientId, clientSecret };
};
