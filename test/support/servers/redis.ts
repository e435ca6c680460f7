import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.ts';
import { suspend } from './suspend.ts';

const isInstalled = (program: string): boolean => spawnSync(program, ['--version']).status === 0;

const named = process.env['REDIS_BIN'];

/** The server for the tests: the one that was named, or a Redis or a Valkey of this machine; `null`: there is none. */
const redisProgram: string | null =
  (named === undefined ? ['redis-server', 'valkey-server'] : [named]).find(isInstalled) ?? null;

/** A suite over a real Redis. It says so where there is none, and counts as skipped. */
export const describeRedis = (name: string, suite: (this: Mocha.Suite) => void): void => {
  describe(name, function () {
    if (redisProgram === null) it('is left out, because no Redis was found here (REDIS_BIN)');
    else suite.call(this);
  });
};

/** A local Redis without persistence. */
export type RunningRedis = {
  readonly url: string;
  /** Suspends it: connections stay open, and nothing is answered. */
  readonly pause: () => Promise<void>;
  readonly resume: () => void;
  readonly stop: () => Promise<void>;
};

/** Starts one on this port, or on a free one; resolves when it accepts connections. */
export const startRedis = async (port?: number): Promise<RunningRedis & { readonly port: number }> => {
  const taken = port ?? (await freePort());
  const dir = mkdtempSync(join(tmpdir(), 'portcullis-redis-'));
  const options = ['--port', `${taken}`, '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', dir];
  if (redisProgram === null) throw new Error('there is no Redis (REDIS_BIN)');
  const child = spawn(redisProgram, options, { stdio: ['ignore', 'pipe', 'ignore'] });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  await new Promise<void>((resolve, reject) => {
    let said = '';
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString('utf8');
      if (said.includes('Ready to accept connections')) resolve();
    });
    child.once('close', () => reject(new Error(`Redis has ended: ${said}`)));
  });
  return {
    port: taken,
    url: `redis://127.0.0.1:${taken}`,
    pause: () => suspend(child.pid ?? 0),
    resume: () => void child.kill('SIGCONT'),
    stop: async () => {
      child.kill('SIGKILL');
      await ended;
      rmSync(dir, { recursive: true, force: true });
    },
  };
};
