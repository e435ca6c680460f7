import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { decode, E, t } from '@portcullis/domain';
import { demoFailure, systemCode } from './failure.ts';
import type { Access } from './play.ts';

/** The part of `sandbox.json` that the demo needs. */
const SandboxFile = t.type({
  base_url: t.string,
  management_url: t.string,
  client_id: t.string,
  client_secret: t.string,
});

const patienceMs = 1500;

const textOf = async (path: string): Promise<string | null> => {
  try {
    return await readFile(path, 'utf8');
  } catch (thrown) {
    const code = systemCode(thrown);
    if (code === 'ENOENT' || code === 'ENOTDIR') return null;
    throw demoFailure(`${path} cannot be read (${code ?? 'unknown reason'}): it belongs to the user who started it.`);
  }
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

const lives = async (managementUrl: string): Promise<boolean> => {
  try {
    const answer = await fetch(new URL('/livez', managementUrl), { signal: AbortSignal.timeout(patienceMs) });
    await answer.body?.cancel();
    return answer.ok;
  } catch {
    return false;
  }
};

/** The sandbox of this folder, if it runs. A killed sandbox leaves its file behind and does not respond. */
export const runningSandbox = async (folder: string): Promise<Access | null> => {
  const text = await textOf(join(folder, 'sandbox.json'));
  if (text === null) return null;
  const read = decode(SandboxFile, parsed(text));
  if (E.isLeft(read) || !URL.canParse(read.right.management_url) || !(await lives(read.right.management_url)))
    return null;
  const { base_url: baseUrl, client_id: clientId, client_secret: clientSecret } = read.right;
  return { baseUrl, clientId, clientSecret };
};
