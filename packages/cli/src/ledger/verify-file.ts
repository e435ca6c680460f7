import { spawn } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { packScript } from '@portcullis/app/evidence';
import type { CommandResult } from '../command/command-result.ts';
import { type Output, reporter } from '../command/output.ts';
import type { LedgerArgs } from './args.ts';
import { verifyLines } from './verify-lines.ts';

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

type VerifyFileArgs = Extract<LedgerArgs, { command: 'verify-file' }>;

const resultOf = (isValid: boolean): CommandResult => ({ code: isValid ? 0 : 1, lines: [] });

const usageResult = (why: string): CommandResult => ({ code: 64, lines: [why] });

/** Verifies a file of entries or the folder of a pack, without a database. */
export const verifyFile = async (
  { file, fingerprint, json, profile }: VerifyFileArgs,
  output: Output,
): Promise<CommandResult> => {
  try {
    const found = await stat(file);
    const isPack = found.isDirectory();
    if (isPack && (profile !== null || json)) return usageResult('--profile and --json go with a file of entries.');
    if (!isPack && fingerprint !== null) return usageResult('--fingerprint goes with the folder of a pack.');
    if (isPack) return resultOf((await checkPack(file, fingerprint, output)) === 0);
    return resultOf((await verifyLines(file, profile, reporter(json, output.print))) === 0);
  } catch (cause) {
    const why = cause instanceof Error && 'code' in cause ? String(cause.code) : 'of another kind';
    return { code: 2, lines: [`The file cannot be read (${why}).`] };
  }
};
