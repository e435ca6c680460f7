// A command of the operator, in a process of its own, as `npx portcullis` runs it.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from '../temporary-folder.mjs';

const cli = join(dirname(fileURLToPath(import.meta.resolve('@portcullis/cli'))), '../bin/portcullis.mjs');
const usageAtExit = fileURLToPath(new URL('./usage-at-exit.mjs', import.meta.url));

/** Commands that run. They are ended with this process. */
const running = new Set();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/**
 * Starts a command. `ended` answers its exit code (`null`: it was killed), how many seconds it took, what it has
 * printed, each line with the seconds since its start and whether it is a result or beside it, and what it has used
 * where it was not killed. `group` is one of `processorShares`.
 */
const startCommand = (args, environment, group = null) => {
  const { path: folder, stop: remove } = temporaryFolder();
  const usageFile = join(folder, 'usage.json');
  const env = { PATH: process.env['PATH'], BENCH_USAGE: usageFile, ...environment };
  const began = performance.now();
  const seconds = () => (performance.now() - began) / 1000;
  const options = { env, cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] };
  const child = spawn(process.execPath, ['--import', usageAtExit, cli, ...args], options);
  running.add(child);
  group?.add(child.pid);
  const lines = [];
  const take = (input, isResult) =>
    createInterface({ input }).on('line', (text) => lines.push({ text, isResult, at: seconds() }));
  take(child.stdout, true);
  take(child.stderr, false);
  const ended = new Promise((resolve) => {
    child.once('close', (code) => {
      running.delete(child);
      const used = code === null ? null : JSON.parse(readFileSync(usageFile, 'utf8'));
      remove();
      resolve({ code, seconds: seconds(), lines, used });
    });
  });
  return { ended, kill: () => child.kill('SIGKILL') };
};

/** Runs a command to its end; throws where it did not succeed. */
export const runCommand = async (args, environment, group = null) => {
  const run = await startCommand(args, environment, group).ended;
  if (run.code === 0) return run;
  const said = run.lines.map(({ text }) => text).join('\n');
  throw new Error(`${args[0]} ended with ${run.code}:\n${said}`);
};
