import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { migrationsDir, pocketbaseClient, startPocketbase } from '@portcullis/adapter-pocketbase';
import { aNew } from '@portcullis/contracts/builders';
import { expect } from 'chai';
import type { RunningPocketbase } from '#adapters/pocketbase/process';
import { inFull } from '../../support/effort.ts';
import { storesOver } from '../../support/records/stores-over.ts';
import { root } from '../../support/repository/files.ts';
import { mustFail, mustSucceed } from '../../support/run.ts';
import { freePort } from '../../support/servers/free-port.ts';
import { adminAccount, fillDataFolder, logInAsAdmin } from '../../support/servers/pocketbase.ts';
import { realPocketbase } from '../../support/servers/statement-log.ts';

const binary = process.env['POCKETBASE_BIN'];

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

/** Polls until a fact is true that another process causes, because there is nothing to await for it. */
const waitUntil = async (holds: () => boolean): Promise<boolean> => {
  const deadline = performance.now() + 8000;
  while (!holds() && performance.now() < deadline) await pause(25);
  return holds();
};

const rejection = async (work: Promise<unknown>): Promise<string> => {
  try {
    await work;
  } catch (cause) {
    return cause instanceof Error ? cause.message : 'something that is no error';
  }
  return 'nothing was refused';
};

/** A program that is PocketBase, and writes down its arguments and whether its environment has a password. */
const recordingPocketbase = async (folder: string, log: string): Promise<string> => {
  const path = join(folder, 'pocketbase');
  const script = [
    '#!/bin/sh',
    `printf '%s %s\\n' "$*" "\${DB_USER_PASSWORD:+with a password}" >> '${log}'`,
    `exec '${realPocketbase()}' "$@"`,
  ];
  await writeFile(path, `${script.join('\n')}\n`);
  await chmod(path, 0o755);
  return path;
};

/** Whether an administrator can log in with this password, as soon as the database answers. */
const waitForLogin = async (url: string, password: string): Promise<boolean> => {
  const deadline = performance.now() + 8000;
  while (performance.now() < deadline) {
    if ((await rejection(logInAsAdmin(url, password))) === 'nothing was refused') return true;
    await pause(25);
  }
  return false;
};

describe('PocketBase as a child process', function () {
  this.timeout(60_000);
  let dataDir = '';
  let started: RunningPocketbase[] = [];

  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'portcullis-process-'));
  });

  afterEach(async () => {
    await Promise.all(started.map(({ stop }) => stop()));
    started = [];
    await rm(dataDir, { recursive: true, force: true });
  });

  /** Most of a first start is for the migrations, so a start in the folder of the test finds it filled. */
  const start = async (over: object = {}): Promise<RunningPocketbase> => {
    if (!('binary' in over || 'dataDir' in over)) await fillDataFolder(dataDir);
    const running = await startPocketbase({ ...adminAccount, binary, dataDir, migrationsDir, ...over });
    started.push(running);
    return running;
  };

  it('has ended when stop answers, which says how it ended', async () => {
    const running = await start();
    expect(isAlive(running.pid)).to.equal(true);
    await running.stop();
    expect(isAlive(running.pid)).to.equal(false);
    expect(await running.exited).to.deep.equal({ code: 0, signal: null });
  });

  it('has no variable of the process that starts it', async () => {
    process.env['JWT_SECRET'] = 'not for a database';
    try {
      const { pid } = await start();
      const names = (await readFile(`/proc/${pid}/environ`, 'utf8')).split('\0').map((one) => one.split('=')[0] ?? '');
      expect(names.filter((name) => name !== '')).to.deep.equal([]);
    } finally {
      delete process.env['JWT_SECRET'];
    }
  });

  it('is given as long to start, with its migrations, as its caller allows', async () => {
    const path = join(dataDir, 'pocketbase');
    await writeFile(path, '#!/bin/sh\n[ "$1" = serve ] && exec sleep 60\necho saved\n');
    await chmod(path, 0o755);
    const late = await rejection(start({ binary: path, startTimeoutMs: 120 }));
    expect(late).to.include('did not answer within 0.12 seconds');
  });

  it('may be stopped twice', async () => {
    const running = await start();
    await Promise.all([running.stop(), running.stop()]);
    await running.stop();
    expect(isAlive(running.pid)).to.equal(false);
  });

  it('reports its end when somebody else ends it', async () => {
    const running = await start();
    process.kill(running.pid, 'SIGKILL');
    expect(await running.exited).to.deep.equal({ code: null, signal: 'SIGKILL' });
    await running.stop();
  });

  it('keeps its data from one start to the next, on a new port', async () => {
    const added = aNew();
    const first = await start();
    await mustSucceed(storesOver(pocketbaseClient({ ...adminAccount, url: first.url })).profiles.insert(added, null));
    await first.stop();
    const second = await start();
    const store = storesOver(pocketbaseClient({ ...adminAccount, url: second.url })).profiles;
    const read = await mustSucceed(store.getAny(added.profile.id));
    await second.stop();
    expect(read).to.deep.equal(added.profile);
  });

  it('is reached again by a client that existed before the restart', async () => {
    const first = await start({ port: await freePort() });
    const store = storesOver(pocketbaseClient({ ...adminAccount, url: first.url })).profiles;
    const added = aNew();
    await mustSucceed(store.insert(added, null));
    await first.stop();
    expect(await mustFail(store.getAny(added.profile.id))).to.include({ _tag: 'Unavailable', kind: 'unavailable' });
    await start({ port: Number(new URL(first.url).port) });
    expect(await mustSucceed(store.getAny(added.profile.id))).to.deep.equal(added.profile);
  });

  inFull('listens on the requested port', async () => {
    const first = await start({ port: await freePort() });
    await first.stop();
    const port = Number(new URL(first.url).port);
    const second = await start({ port });
    await second.stop();
    expect(second.url).to.equal(`http://127.0.0.1:${port}`);
  });

  it('reports that a port is in use, that the binary is missing, that the account cannot be created', async () => {
    const holder = createServer().listen(0, '127.0.0.1');
    await once(holder, 'listening');
    const address = holder.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    expect(await rejection(start({ port }))).to.equal(`Port ${port} of 127.0.0.1 is in use.`);
    holder.close();
    expect(await rejection(start({ binary: join(dataDir, 'nothing') }))).to.equal(
      `There is no PocketBase at ${join(dataDir, 'nothing')}. Set POCKETBASE_BIN to the path of the executable.`,
    );
    expect(await rejection(start({ password: 'short' }))).to.equal(
      'PocketBase did not take the admin account: it needs an e-mail address and 8 characters of password.',
    );
  });

  it('gets the password in no arguments, and keeps it in no environment', async () => {
    const log = join(dataDir, 'calls');
    const program = await recordingPocketbase(dataDir, log);
    const password = 'a password, "quoted" $HOME -- and more';
    const running = await start({ binary: program, password, dataDir: join(dataDir, 'data') });
    const calls = (await readFile(log, 'utf8')).trim().split('\n');
    expect(calls.map((call) => call.split(' ', 1)[0])).to.deep.equal(['save-superuser', 'serve']);
    for (const call of calls) expect(call).not.to.include('quoted').and.not.to.include(adminAccount.email);
    expect(calls.map((call) => call.endsWith('with a password'))).to.deep.equal([true, false]);
    const changed = await logInAsAdmin(running.url, password);
    expect(changed.authStore.isValid).to.equal(true);
    await running.stop();
    const again = await start({ dataDir: join(dataDir, 'data') });
    expect((await logInAsAdmin(again.url)).authStore.isValid).to.equal(true);
    expect(await rejection(logInAsAdmin(again.url, password))).not.to.equal('nothing was refused');
  });

  inFull('is started by the script of the container in the same way', async () => {
    const log = join(dataDir, 'calls');
    await recordingPocketbase(dataDir, log);
    const port = await freePort();
    const script = spawn('/bin/sh', [join(root, 'deploy/database/start.sh')], {
      stdio: 'ignore',
      env: {
        PATH: `${dataDir}:${process.env['PATH']}`,
        DB_USER_EMAIL: adminAccount.email,
        DB_USER_PASSWORD: 'a password of the container',
        PB_DATA_DIR: join(dataDir, 'data'),
        PB_MIGRATIONS_DIR: migrationsDir,
        PB_HOOKS_DIR: join(root, 'packages/adapters/pocketbase/hooks'),
        PB_LISTEN: `127.0.0.1:${port}`,
      },
    });
    const url = `http://127.0.0.1:${port}`;
    try {
      expect(await waitForLogin(url, 'a password of the container')).to.equal(true);
      const calls = (await readFile(log, 'utf8')).trim().split('\n');
      expect(calls.map((call) => call.split(' ', 1)[0])).to.deep.equal(['save-superuser', 'serve']);
      for (const call of calls) expect(call).not.to.include('a password of the container');
      expect(calls.map((call) => call.endsWith('with a password'))).to.deep.equal([true, false]);
    } finally {
      script.kill('SIGTERM');
      await once(script, 'exit');
    }
  });

  /** What the script prints when it does not start. */
  const failureOf = async (variables: Readonly<Record<string, string>>): Promise<string> => {
    await recordingPocketbase(dataDir, join(dataDir, 'calls'));
    const script = spawn('/bin/sh', [join(root, 'deploy/database/start.sh')], {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: {
        PATH: `${dataDir}:${process.env['PATH']}`,
        DB_USER_EMAIL: adminAccount.email,
        PB_DATA_DIR: join(dataDir, 'data'),
        PB_MIGRATIONS_DIR: migrationsDir,
        PB_HOOKS_DIR: join(root, 'packages/adapters/pocketbase/hooks'),
        ...variables,
      },
    });
    const printed: string[] = [];
    script.stderr.on('data', (chunk: Buffer) => printed.push(chunk.toString()));
    const [code] = await once(script, 'close');
    expect(code).to.equal(1);
    const [first, ...rest] = printed.join('').split('\n');
    expect(first).to.equal('PocketBase did not save the account of DB_USER_EMAIL and DB_USER_PASSWORD. It printed:');
    return rest.join('\n');
  };

  it('does not start by that script with a password that is too short, and says so without it', async () => {
    const printed = await failureOf({ DB_USER_PASSWORD: 'shrt.*' });
    expect(printed)
      .to.match(/password/i)
      .and.not.include('shrt.*');
  });

  inFull('says by that script why the data could not be opened, without the password', async () => {
    const notAFolder = join(dataDir, 'a file with.*[password]');
    await writeFile(notAFolder, '');
    const printed = await failureOf({ DB_USER_PASSWORD: 'with.*[password', PB_DATA_DIR: join(notAFolder, 'data') });
    expect(printed)
      .to.match(/not a directory/i)
      .and.not.include('with.*');
  });

  it('does not outlive a parent that is killed', async () => {
    const program = `
      import { startPocketbase, migrationsDir } from '@portcullis/adapter-pocketbase';
      const options = { ...JSON.parse(process.argv[1]), migrationsDir };
      const running = await startPocketbase(options);
      process.stdout.write(String(running.pid) + '\\n');
      setInterval(() => undefined, 1000);
    `;
    await fillDataFolder(dataDir);
    const options = JSON.stringify({ ...adminAccount, dataDir, ...(binary !== undefined && { binary }) });
    const parent = spawn(process.execPath, ['--input-type=module', '-e', program, options], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [line] = await once(parent.stdout, 'data');
    const pid = Number(String(line).trim());
    expect(isAlive(pid)).to.equal(true);
    parent.kill('SIGKILL');
    await once(parent, 'exit');
    expect(await waitUntil(() => !isAlive(pid))).to.equal(true);
  });
});
