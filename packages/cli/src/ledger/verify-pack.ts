import { spawn } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { errorWord } from '@portcullis/app/configuration';
import { packScript } from '@portcullis/app/evidence';
import { type CommandResult, misused } from '../command/command-result.ts';
import type { Output } from '../command/output.ts';

/** Checks a pack in a separate process, which does not get our environment; returns its exit code. */
const checkPack = (folder: string, fingerprint: string | null, { print }: Output): Promise<number> =>
  new Promise((resolve, reject) => {
    const pinned = fingerprint === null ? [] : ['--fingerprint', fingerprint];
    const child = spawn(process.execPath, [fileURLToPath(packScript), folder, ...pinned], {
      env: {},
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
    child.once('error', reject);
    child.once('close', (code) => {
      for (const line of output.trimEnd().split('\n')) print(line);
      resolve(code ?? 70);
    });
  });

/** Verifies the folder of an evidence pack with the script of this release, without a database. */
export const verifyPack = async (pack: string, fingerprint: string | null, output: Output): Promise<CommandResult> => {
  try {
    const isFolder = (await stat(pack)).isDirectory();
    if (!isFolder) return misused('--pack must be the folder of an evidence pack.');
    return { code: (await checkPack(pack, fingerprint, output)) === 0 ? 0 : 1, lines: [] };
  } catch (cause) {
    return { code: 2, lines: [`The pack cannot be read (${errorWord(cause)}).`] };
  }
};
