// Runs programs in this clone. It uses Node alone, so it can be loaded before the installation.
import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** The path of an installed command's script. */
export const bin = (name) => join(root, 'node_modules', '.bin', name);

export const seconds = (since) => `${((performance.now() - since) / 1000).toFixed(1)} s`;

/**
 * Runs a program and returns `{ code, late, output }`. Its output is shown as it comes, unless `quiet` is set. Signals
 * are forwarded to the child, and the exit waits for it.
 */
export const run = (command, args, { quiet = false, limitMs = 0, env = process.env } = {}) =>
  new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
    const chunks = [];
    const take = (to) => (chunk) => {
      chunks.push(chunk);
      if (!quiet) to.write(chunk);
    };
    child.stdout.on('data', take(process.stdout));
    child.stderr.on('data', take(process.stderr));
    let interrupted = null;
    const forward = (signal) => {
      interrupted = signal;
      child.kill(signal);
    };
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
    for (const signal of signals) process.on(signal, forward);
    let late = false;
    const limit =
      limitMs > 0 &&
      setTimeout(() => {
        late = true;
        child.kill('SIGKILL');
      }, limitMs);
    child.once('error', reject);
    child.once('close', (code) => {
      clearTimeout(limit);
      for (const signal of signals) process.off(signal, forward);
      if (interrupted !== null) process.exit(130);
      resolve({ code: code ?? 1, late, output: Buffer.concat(chunks).toString('utf8') });
    });
  });
