import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { accountForServer } from '#cli/sandbox/postgres-server';
import { freePort } from '../servers/free-port.ts';

const [, major = '0', minor = '0'] =
  /^PgBouncer (\d+)\.(\d+)/.exec(spawnSync('pgbouncer', ['--version'], { encoding: 'utf8' }).stdout ?? '') ?? [];

/** Whether there is a PgBouncer for the tests (apt-get install pgbouncer). */
export const hasPgbouncer = Number(major) > 0;

/** Whether it can keep what sessions have prepared: from 1.21 on. */
export const keepsPrepared = Number(major) > 1 || Number(minor) >= 21;

/**
 * Starts a PgBouncer before a database, with its defaults but for these settings. Resolves with the address of the
 * database behind it, and with what stops it.
 */
export const startPgbouncer = async (
  databaseUrl: string,
  settings: Readonly<Record<string, string | number>>,
): Promise<{ readonly url: string; readonly stop: () => Promise<void> }> => {
  const folder = mkdtempSync(join(tmpdir(), 'portcullis-pgbouncer-'));
  const port = await freePort();
  const { username, port: serverPort } = new URL(databaseUrl);
  const users = join(folder, 'users.txt');
  const config = join(folder, 'pgbouncer.ini');
  const lines = [
    '[databases]',
    `* = host=127.0.0.1 port=${serverPort}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = trust',
    `auth_file = ${users}`,
    ...Object.entries(settings).map(([name, value]) => `${name} = ${value}`),
  ];
  writeFileSync(users, `"${username}" ""\n`);
  writeFileSync(config, `${lines.join('\n')}\n`);
  const account = accountForServer();
  chmodSync(folder, 0o755);
  if (account !== null) for (const path of [folder, users, config]) chownSync(path, account.uid, account.gid);
  const child = spawn('pgbouncer', [config], { ...account, stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  await new Promise<void>((resolve, reject) => {
    let said = '';
    child.stderr.on('data', (chunk: Buffer) => {
      said += chunk.toString('utf8');
      if (said.includes('process up')) resolve();
    });
    child.once('close', () => reject(new Error(`PgBouncer has ended: ${said}`)));
  });
  const url = new URL(databaseUrl);
  url.port = String(port);
  return {
    url: url.href,
    stop: async () => {
      child.kill('SIGKILL');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
