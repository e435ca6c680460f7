import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import type { SandboxInfo } from '#cli/sandbox/sandbox';
import { inFull, isFullEffort } from '../../support/effort.ts';
import { describePostgres } from '../../support/postgres/postgres.ts';
import { isAlive, type Program, startProgram } from '../../support/servers/program.ts';

const infoIn = (folder: string): SandboxInfo => JSON.parse(readFileSync(join(folder, 'sandbox.json'), 'utf8'));
const pidIn = (folder: string, name: string): number => JSON.parse(readFileSync(join(folder, name), 'utf8')).pid;
const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8);

describePostgres('npm run sandbox -- --database postgres', () => {
  const parent = mkdtempSync(join(tmpdir(), 'portcullis-e2e-'));
  // Root starts PostgreSQL as another account, which has to reach its folder.
  chmodSync(parent, 0o711);
  const folder = join(parent, 'sandbox');
  const programs: Program[] = [];

  const launch = (name: string, args: readonly string[], more: Readonly<Record<string, string>> = {}): Program => {
    const { POSTGRES_BIN: named } = process.env;
    const env = { PORT: '0', SANDBOX_DIR: folder, ...(named !== undefined && { POSTGRES_BIN: named }), ...more };
    const program = startProgram(process.execPath, [`packages/cli/bundle/${name}.js`, ...args], { env });
    programs.push(program);
    return program;
  };
  const start = async (): Promise<Program> => {
    const program = launch('sandbox', ['--database', 'postgres']);
    await program.prints('Ctrl-C stops everything.');
    return program;
  };
  const idsOfProfiles = async (): Promise<readonly string[]> => {
    const { base_url, token } = infoIn(folder);
    const answer = await fetch(`${base_url}/api/profiles`, {
      headers: { Authorization: `Bearer ${token}`, Connection: 'close' },
    });
    const { data }: { data: readonly { id: string }[] } = JSON.parse(await answer.text());
    return data.map(({ id }) => id).toSorted();
  };

  after(async () => {
    for (const program of programs) await program.remove();
    rmSync(parent, { recursive: true, force: true });
  });

  inFull('takes a person to an approval, loses nothing when it is killed, and leaves no database behind', async () => {
    // What a start leaves behind that was cut off while it made its files.
    mkdirSync(join(folder, 'postgres', 'data.new'), { recursive: true });
    for (const name of ['data.new/PG_VERSION', 'password']) writeFileSync(join(folder, 'postgres', name), '18');
    mkdirSync(join(folder, 'pb_data'));
    chmodSync(join(folder, 'pb_data'), 0o755);
    const first = await start();
    const hidden = process.getuid?.() === 0 ? 'pb_data' : '';
    expect([existsSync(join(folder, 'postgres', 'password')), modeOf(join(folder, hidden))]).to.deep.equal([
      false,
      '700',
    ]);
    expect(infoIn(folder).database_url).to.match(/^postgres:\/\/sandbox@127\.0\.0\.1:\d+\/postgres$/);
    // A full run plays every scenario of the demo.
    const demo = launch('demo', isFullEffort ? [] : ['--scenario', 'approve']);
    expect([(await demo.ended).code, demo.printed()]).to.satisfy(
      ([code, printed]: [number, string]) =>
        code === 0 && (isFullEffort ? /3 of 3 scenarios ended as expected/ : /approve .* as expected/).test(printed),
    );
    const before = await idsOfProfiles();
    expect(before.length).to.be.at.least(1);
    const database = pidIn(folder, 'postgres.pid');
    process.kill(pidIn(folder, 'sandbox.pid'), 'SIGKILL');
    await first.ended;

    const second = await start();
    expect([isAlive(database), pidIn(folder, 'postgres.pid') === database]).to.deep.equal([false, false]);
    expect(await idsOfProfiles()).to.deep.equal(before);
    const pids = ['sandbox.pid', 'postgres.pid'].map((name) => pidIn(folder, name));
    second.child.kill('SIGINT');
    expect(await second.ended).to.deep.equal({ code: 0, signal: null });
    expect(pids.map(isAlive)).to.deep.equal([false, false]);
  });

  inFull('tells its options, and refuses a database that it does not know', async () => {
    const help = launch('sandbox', ['--help']);
    expect((await help.ended).code).to.equal(0);
    expect(help.printed()).to.match(/--database <name> .*\(choices: "pocketbase",\s+"postgres"/s);
    const unknown = launch('sandbox', ['--database', 'mysql']);
    expect((await unknown.ended).code).to.equal(64);
    expect(unknown.printed()).to.include('Allowed choices are pocketbase, postgres.');
  });

  inFull('reports a folder without the programs of PostgreSQL', async () => {
    const program = launch('sandbox', ['--database', 'postgres'], {
      POSTGRES_BIN: '/nowhere',
      SANDBOX_DIR: join(parent, 'other'),
    });
    expect((await program.ended).code).to.equal(1);
    expect(program.printed()).to.include('There is no PostgreSQL');
  });
});
