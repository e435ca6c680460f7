import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { migrationsDir } from '@portcullis/adapter-pocketbase';
import { expect } from 'chai';
import { inFull } from '../../support/effort.ts';
import { root } from '../../support/repository/files.ts';
import { programIn } from '../../support/repository/page-programs.ts';
import { freePort } from '../../support/servers/free-port.ts';
import { type Program, startProgram } from '../../support/servers/program.ts';
import { realPocketbase } from '../../support/servers/statement-log.ts';

const admin = { DB_ADMIN_EMAIL: 'admin@example.com', DB_ADMIN_PASSWORD: 'the password of the admin' } as const;
const user = { DB_USER_EMAIL: 'service@example.com', DB_USER_PASSWORD: 'the password of the service' } as const;
const longKey = 'a key of PocketBase’s settings that is long enough';

describe('the start script of the database', function () {
  this.timeout(120_000);

  let folder = '';
  let programs: Program[] = [];
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'portcullis-start-'));
  });
  afterEach(async () => {
    await Promise.all(programs.map(({ remove }) => remove()));
    programs = [];
    rmSync(folder, { recursive: true, force: true });
  });

  /** Puts a program in place of PocketBase, which writes down its arguments and the key, and then does `then`. */
  const pocketbaseThat = (then: string): void => {
    const lines = ['#!/bin/sh', `printf '%s\\n' "$*" >> '${join(folder, 'calls')}'`];
    const keep = `printf %s "\${PB_SETTINGS_KEY:-}" > '${join(folder, 'key')}'`;
    writeFileSync(join(folder, 'pocketbase'), `${[...lines, keep, then].join('\n')}\n`);
    chmodSync(join(folder, 'pocketbase'), 0o755);
  };
  const start = (env: Readonly<Record<string, string>>, ...args: readonly string[]): Program => {
    const program = startProgram('/bin/sh', [join(root, 'deploy/database/start.sh'), ...args], {
      env: {
        PATH: `${folder}:${process.env['PATH']}`,
        PB_DATA_DIR: join(folder, 'data'),
        PB_MIGRATIONS_DIR: migrationsDir,
        PB_HOOKS_DIR: join(root, 'packages/adapters/pocketbase/hooks'),
        ...env,
      },
    });
    programs.push(program);
    return program;
  };
  const callsOf = (): readonly string[] => readFileSync(join(folder, 'calls'), 'utf8').trim().split('\n');

  /** The token of an account, as soon as the database answers. */
  const logIn = async (url: string, email: string, password: string): Promise<string> => {
    const init = { method: 'POST', body: new URLSearchParams({ identity: email, password }) };
    for (;;) {
      const answer = await fetch(`${url}/api/collections/_superusers/auth-with-password`, init).catch(() => null);
      if (answer?.ok) return String(Reflect.get(Object(await answer.json()), 'token'));
      await pause(25);
    }
  };

  it('saves both accounts, of the administrator and of the service, and encrypts the settings of a database', async () => {
    pocketbaseThat(`exec '${realPocketbase()}' "$@"`);
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const listen = { PB_LISTEN: `127.0.0.1:${port}`, ...user };
    const plain = start(listen);
    await logIn(url, user.DB_USER_EMAIL, user.DB_USER_PASSWORD);
    await plain.remove();

    const sealed = start({ ...listen, ...admin, DB_ENCRYPTION_KEY: longKey });
    await logIn(url, user.DB_USER_EMAIL, user.DB_USER_PASSWORD);
    expect(await logIn(url, admin.DB_ADMIN_EMAIL, admin.DB_ADMIN_PASSWORD)).to.have.length.greaterThan(20);
    for (const call of callsOf())
      for (const secret of [admin.DB_ADMIN_PASSWORD, user.DB_USER_PASSWORD, longKey, admin.DB_ADMIN_EMAIL])
        expect(call).not.to.include(secret);
    await sealed.remove();
    expect(readFileSync(join(folder, 'data/data.db')).includes('"smtp":')).to.equal(false);

    for (const key of [{}, { DB_ENCRYPTION_KEY: `${longKey}, but another` }]) {
      const refused = start({ ...listen, ...key });
      expect((await refused.ended).code).to.equal(1);
      expect(refused.printed()).to.include('DB_ENCRYPTION_KEY is not the key of this database.');
    }
  });

  inFull('is started by the command of the page about the simulator of vendors', async () => {
    pocketbaseThat(`exec '${realPocketbase()}' "$@"`);
    const listen = `127.0.0.1:${await freePort()}`;
    const command = programIn('docs/vendors/vendor-simulator.md', 'start-database.sh');
    const env = { PATH: `${folder}:${process.env['PATH']}`, TMPDIR: folder };
    const program = startProgram('/bin/sh', ['-c', command.replace('127.0.0.1:8090', listen)], { cwd: root, env });
    programs.push(program);
    const loggedIn = logIn(`http://${listen}`, 'admin@example.com', 'a-long-password');
    const ended = program.ended.then(() => program.printed());
    expect(await Promise.race([loggedIn, ended])).to.match(/^[\w-]+\.[\w-]+\.[\w-]+$/);
  });

  it('passes a key of 32 bytes on as it is, shortens a longer one, and refuses a shorter one', async () => {
    pocketbaseThat('echo saved');
    const exact = '0123456789abcdefghijklmnopqrstuv';
    expect((await start({ ...user, DB_ENCRYPTION_KEY: exact }).ended).code).to.equal(0);
    expect(readFileSync(join(folder, 'key'), 'utf8')).to.equal(exact);
    expect((await start({ ...user, DB_ENCRYPTION_KEY: longKey }).ended).code).to.equal(0);
    const digest = createHash('sha256').update(longKey).digest('hex');
    expect(readFileSync(join(folder, 'key'), 'utf8')).to.equal(digest.slice(0, 32));
    expect(callsOf().every((call) => call.includes('--encryptionEnv=PB_SETTINGS_KEY'))).to.equal(true);
    // A restored data folder could bring hooks, which would run.
    for (const call of callsOf()) expect(call).not.to.match(/--(hooks|public)Dir=\S*\/data/);
    rmSync(join(folder, 'calls'));
    const short = start({ ...user, DB_ENCRYPTION_KEY: exact.slice(1) });
    expect((await short.ended).code).to.equal(1);
    expect(short.printed()).to.equal('DB_ENCRYPTION_KEY must have 32 characters or more.\n');
    expect(existsSync(join(folder, 'calls'))).to.equal(false);
  });

  inFull('starts with one of the accounts, and not with half of one, with none, or with two passwords', async () => {
    pocketbaseThat('echo saved');
    for (const account of [admin, user]) expect((await start(account).ended).code).to.equal(0);
    const refused: readonly (readonly [Readonly<Record<string, string>>, RegExp])[] = [
      [{}, /DB_ADMIN_EMAIL and DB_ADMIN_PASSWORD, or DB_USER_EMAIL and DB_USER_PASSWORD, must be set/],
      [{ DB_ADMIN_EMAIL: admin.DB_ADMIN_EMAIL }, /DB_ADMIN_EMAIL and DB_ADMIN_PASSWORD must be set together/],
      [{ ...user, DB_ADMIN_PASSWORD: 'a password' }, /DB_ADMIN_EMAIL and DB_ADMIN_PASSWORD must be set together/],
      [{ ...admin, ...user, DB_USER_EMAIL: admin.DB_ADMIN_EMAIL }, /are one account, which has one password/],
    ];
    for (const [env, sentence] of refused) {
      const program = start(env);
      expect((await program.ended).code).to.equal(1);
      expect(program.printed()).to.match(sentence);
    }
  });

  it('applies the migrations and ends, for the job of an upgrade', async () => {
    pocketbaseThat(`exec '${realPocketbase()}' "$@"`);
    const program = start({}, 'migrate');
    expect((await program.ended).code, program.printed()).to.equal(0);
    expect(program.printed()).to.include('Applied 1790000001_schema.js');
    expect(callsOf().map((call) => call.split(' --')[0])).to.deep.equal(['migrate up']);
  });
});
