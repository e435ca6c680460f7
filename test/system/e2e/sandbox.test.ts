import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { readVerificationUrl } from '@portcullis/client/flow';
import { expect } from 'chai';
import type { SandboxInfo } from '#cli/sandbox/sandbox';
import { inFull } from '../../support/effort.ts';
import { fillDataFolder } from '../../support/servers/pocketbase.ts';
import { loginOf, readWrittenSandbox } from '../../support/servers/printed-sandbox.ts';
import { isAlive, type Program, startProgram } from '../../support/servers/program.ts';

const run = promisify(execFile);
const port = 0;

type Started = { readonly program: Program; readonly folder: string };

const pidIn = (folder: string, name: string): number => JSON.parse(readFileSync(join(folder, name), 'utf8')).pid;
const infoIn = (folder: string): SandboxInfo => JSON.parse(readFileSync(join(folder, 'sandbox.json'), 'utf8'));
/** Answers the last line that a program printed: before it, there may be output of a build. */
const lastLine = (program: Program): string => program.printed().trimEnd().split('\n').at(-1) ?? '';
const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8);

describe('npm run sandbox', function () {
  this.timeout(120_000);

  const folders: string[] = [];
  const programs: Program[] = [];

  const newFolder = (): string => {
    const folder = join(mkdtempSync(join(tmpdir(), 'portcullis-e2e-')), 'sandbox');
    folders.push(folder);
    return folder;
  };
  type Launch = (folder: string, env?: Readonly<Record<string, string>>) => Program;
  const launching =
    (command: string, ...args: readonly string[]): Launch =>
    (folder, env = {}) => {
      const surroundings = { env: { PORT: String(port), SANDBOX_DIR: folder, ...env } };
      const program = startProgram(command, args, surroundings);
      programs.push(program);
      return program;
    };
  const npmRun = launching('npm', 'run', '--silent', 'sandbox');
  /** The program that npm starts, without npm and its look for what has to be built. */
  const direct = launching(process.execPath, 'packages/cli/bundle/sandbox.js');

  const startIn = async (folder: string, launch: Launch): Promise<Started> => {
    const program = launch(folder);
    await program.prints('Ctrl-C stops everything.');
    return { program, folder };
  };
  /** Starts one whose database was started before, which takes less work. */
  const start = async (launch: Launch = npmRun): Promise<Started> => {
    const folder = newFolder();
    await fillDataFolder(join(folder, 'pb_data'));
    return startIn(folder, launch);
  };
  const stop = async ({ program }: Started, signal: NodeJS.Signals = 'SIGINT'): Promise<void> => {
    program.child.kill(signal);
    await program.ended;
  };

  const endsAt = async (signal: NodeJS.Signals, started: Started): Promise<void> => {
    const pids = ['sandbox.pid', 'pocketbase.pid'].map((name) => pidIn(started.folder, name));
    expect(pids.map(isAlive)).to.deep.equal([true, true]);
    const began = performance.now();
    await stop(started, signal);
    expect(performance.now() - began).to.be.below(5000);
    expect(pids.map(isAlive)).to.deep.equal([false, false]);
    expect(started.program.printed()).to.include('The sandbox has stopped.');
  };

  after(async () => {
    for (const program of programs) await program.remove();
    for (const folder of folders) rmSync(join(folder, '..'), { recursive: true, force: true });
  });

  it('writes its file for scripts once, with the member of staff, before it makes people', async () => {
    const folder = newFolder();
    await fillDataFolder(join(folder, 'pb_data'));
    const program = launching(process.execPath, 'packages/cli/bundle/sandbox.js', '--people', '1')(folder);
    await program.prints('Making 1 people');
    expect(readWrittenSandbox(folder).staff).to.have.all.keys('username', 'password', 'otpauth');
    await stop({ program, folder });
  });

  describe('that runs', () => {
    let running: Started;
    before(async () => {
      running = await startIn(newFolder(), npmRun);
    });
    it('prints what its user needs, and writes the same for scripts, readable by its owner only', async () => {
      const { folder, program } = running;
      const info = infoIn(folder);
      expect(info).to.have.all.keys(
        'base_url',
        'management_url',
        'database_url',
        'client_id',
        'client_secret',
        'token',
        'staff',
      );
      expect(info.base_url).to.match(/^http:\/\/127\.0\.0\.1:\d+$/);
      for (const fact of [
        info.base_url,
        `${info.base_url}/docs`,
        `${info.base_url}/docs/guide\n`,
        'npx portcullis token',
        'npm run example -- partner-express',
        'simulated',
      ]) {
        expect(program.printed()).to.include(fact);
      }
      const printed = program.printed().slice(program.printed().indexOf('Portcullis sandbox'));
      expect(printed.trim().split('\n')).to.have.length.at.most(13);
      expect(printed).not.to.include(info.client_secret);
      expect(printed).not.to.include(info.token);
      for (const file of ['sandbox.json', 'secrets.json', 'log.jsonl', 'sandbox.pid', 'pocketbase.pid']) {
        expect([file, modeOf(join(folder, file))]).to.deep.equal([file, '600']);
      }
      expect(modeOf(folder)).to.equal('700');
    });
    it('prints the address of the console and a login that works there, with its second factor and without', async () => {
      const { base_url, staff } = readWrittenSandbox(running.folder);
      const consoleUrl = `${base_url}/console`;
      const login = loginOf(staff.username, staff.password, staff.otpauth);
      const line = `Console  ${consoleUrl} (user ${login.username}, password ${login.password})`;
      expect(running.program.printed()).to.include(line);
      const page = await fetch(consoleUrl, { headers: { Connection: 'close' } });
      expect([page.status, page.headers.get('content-type')]).to.deep.equal([200, 'text/html; charset=utf-8']);
      const { code, password, username } = login;
      const signIn = async (sent: object) => {
        const answer = await fetch(`${base_url}/api/staff/session`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json', Origin: base_url, Connection: 'close' },
          body: JSON.stringify(sent),
        });
        return { status: answer.status, member: JSON.parse(await answer.text()) };
      };
      const once = { username, password, code: code() };
      const { member, status } = await signIn(once);
      expect([status, member.name, member.roles]).to.deep.equal([200, 'Sandbox Staff', ['senior', 'admin']]);
      expect((await signIn({ username, password })).status).to.equal(200);
      for (const wrong of [once, { username, password: `${password}x` }])
        expect((await signIn(wrong)).status).to.equal(401);
    });

    it('prints a link that opens the page of a person who is not verified yet', async () => {
      const { base_url } = infoIn(running.folder);
      const url = /^ {2}Page {5}(http\S+\/verify\/\S+)$/m.exec(running.program.printed())?.[1] ?? '';
      const access = readVerificationUrl(url);
      expect(url.startsWith(`${base_url}/verify/${access?.profileId}#token=`)).to.equal(true);
      const page = await fetch(url, { headers: { Connection: 'close' } });
      expect([page.status, page.headers.get('content-type')]).to.deep.equal([200, 'text/html; charset=utf-8']);
      const profile = await fetch(`${base_url}/api/profiles/${access?.profileId}`, {
        headers: { Authorization: `Bearer ${access?.flowToken}`, Connection: 'close' },
      });
      expect(JSON.parse(await profile.text())).to.include({ view: 'person', status: 'in_progress' });
    });
    it('leads people to itself', async () => {
      const { base_url, token } = infoIn(running.folder);
      const created = await fetch(`${base_url}/api/profiles/create`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({ reference: 'linked' }),
      });
      const { profile, verification_url } = JSON.parse(await created.text());
      expect(verification_url.split('#token=')[0]).to.equal(`${base_url}/verify/${profile.id}`);
    });

    it('gives a token to the command that it names', async () => {
      const { base_url } = infoIn(running.folder);
      const surroundings = { env: { ...process.env, SANDBOX_DIR: running.folder } };
      const { stdout: token } = await run('packages/cli/bin/portcullis.mjs', ['token'], surroundings);
      expect(token).to.match(/^[\w-]+\.[\w-]+\.[\w-]+\n$/);
      const health = await fetch(`${base_url}/`, {
        headers: { Authorization: `Bearer ${token.trim()}`, Connection: 'close' },
      });
      expect(JSON.parse(await health.text())).to.include({ status: 'ok', service: 'portcullis' });
    });

    it('rejects a folder that another sandbox uses, and leaves that one alone', async () => {
      const second = direct(running.folder);
      const { code } = await second.ended;
      expect(code).to.equal(1);
      expect(second.printed()).to.match(
        /A sandbox is already running on .+ \(process \d+\)\. Use that one, or set SANDBOX_DIR/,
      );
      const { status } = await fetch(`${infoIn(running.folder).base_url}/openapi.json`, {
        headers: { Connection: 'close' },
      });
      expect(status).to.equal(200);
    });

    it('ends in under five seconds at SIGINT, and leaves no process behind', () => endsAt('SIGINT', running));
  });

  inFull('ends in under five seconds at SIGTERM, and leaves no process behind', async () =>
    endsAt('SIGTERM', await start()),
  );

  inFull(
    'stops once when an interrupt reaches all of its processes at the same time, as Ctrl-C in a terminal does',
    async () => {
      const { program, folder } = await start();
      const pids = ['sandbox.pid', 'pocketbase.pid'].map((name) => pidIn(folder, name));
      process.kill(-(program.child.pid ?? 0), 'SIGINT');
      expect(await program.ended).to.deep.equal({ code: 0, signal: null });
      expect(program.printed().match(/The sandbox has stopped\./g)).to.have.length(1);
      expect(pids.map(isAlive)).to.deep.equal([false, false]);
    },
  );

  /** The sandbox that one test leaves running, for the next one to kill. */
  let reused: Started | null = null;

  inFull('reuses its data and secrets at the next start', async () => {
    const first = await start(direct);
    const before = infoIn(first.folder);
    const create = async ({ base_url, token }: SandboxInfo) => {
      const answer = await fetch(`${base_url}/api/profiles/create`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', Connection: 'close' },
        body: JSON.stringify({ reference: 'kept' }),
      });
      const { outcome, profile } = JSON.parse(await answer.text());
      return { status: answer.status, outcome, id: profile.id };
    };
    const created = await create(before);
    await stop(first);
    const second = await startIn(first.folder, direct);
    const after = infoIn(first.folder);
    expect([after.client_id, after.client_secret]).to.deep.equal([before.client_id, before.client_secret]);
    expect(await create(after)).to.deep.equal({ status: 200, outcome: 'reused', id: created.id });
    reused = second;
  });

  inFull(
    'recovers from being killed: its database does not outlive it, and the next start is a normal one',
    async () => {
      const first = reused ?? (await start(direct));
      const database = pidIn(first.folder, 'pocketbase.pid');
      process.kill(pidIn(first.folder, 'sandbox.pid'), 'SIGKILL');
      await first.program.ended;
      const second = await startIn(first.folder, direct);
      expect(isAlive(database)).to.equal(false);
      expect(pidIn(second.folder, 'pocketbase.pid')).to.not.equal(database);
      await stop(second);
    },
  );

  it('ends with a clear message when its port is in use', async () => {
    const taken: Server = createServer();
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
    const address = taken.address();
    const number = typeof address === 'object' && address !== null ? address.port : 0;
    const program = direct(newFolder(), { PORT: String(number) });
    const { code } = await program.ended;
    await new Promise((resolve) => taken.close(resolve));
    expect(code).to.equal(1);
    expect(lastLine(program)).to.equal(`Port ${number} is in use. Choose another one: PORT=8001 npm run sandbox`);
  });

  it('refuses to run in production, and creates nothing', async () => {
    const folder = newFolder();
    const program = direct(folder, { NODE_ENV: 'production' });
    const { code } = await program.ended;
    expect(code).to.equal(78);
    expect(lastLine(program)).to.equal('A sandbox lets everybody through: it does not run with NODE_ENV=production.');
    expect(() => statSync(folder)).to.throw('ENOENT');
  });

  inFull('reports a missing PocketBase and an invalid port', async () => {
    const program = direct(newFolder(), { POCKETBASE_BIN: '/nowhere/pocketbase' });
    expect((await program.ended).code).to.equal(1);
    expect(program.printed()).to.include('There is no PocketBase at /nowhere/pocketbase.');
    const other = direct(newFolder(), { PORT: 'http' });
    expect((await other.ended).code).to.equal(78);
    expect(lastLine(other)).to.equal('PORT must be a whole number from 0 to 65535.');
  });
});
