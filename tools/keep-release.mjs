// Keeps the data folder of a release for `test/system/upgrade`, whose tests start this release's service on it:
//   node tools/keep-release.mjs <name> [folder of a clone that is built]
// It runs the sandbox of the clone, has it verify a few fictional people, one in each state, has its partner and its
// staff make one of everything that they can make, and keeps what is in the database, compressed. The key of the data
// and the password of the member of staff are made for the fixture, and stand beside it.
import { execFileSync, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { addEndpoint, playStaff } from './releases/play-staff.mjs';
import { playStates } from './releases/play-states.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const [name = '', clone = root] = process.argv.slice(2);
if (!/^[a-z0-9][a-z0-9-]*$/.test(name)) throw new Error('Usage: node tools/keep-release.mjs <name> [clone]');

/** What has to happen between two looks at the sandbox. */
const until = async (what, look) => {
  const deadline = performance.now() + 120_000;
  while (!(await look())) {
    if (performance.now() > deadline) throw new Error(`The sandbox does not ${what}.`);
    await sleep(200);
  }
};

const sandboxIn = async (folder) => {
  const child = spawn('node', ['tools/run.mjs', 'sandbox'], {
    cwd: clone,
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { PATH: process.env.PATH, HOME: process.env.HOME, SANDBOX_DIR: folder, PORT: '0', MANAGEMENT_PORT: '0' },
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  let printed = '';
  child.stdout.setEncoding('utf8').on('data', (text) => {
    printed += text;
  });
  const info = join(folder, 'sandbox.json');
  await until('start', () => existsSync(info) && printed.includes('Ctrl-C stops everything.'));
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
  };
  // The first releases had no staff.
  const password = /^ {2}Password +(\S+)$/m.exec(printed)?.[1] ?? null;
  return { ...JSON.parse(readFileSync(info, 'utf8')), password, stop };
};

/** The endpoint comes first, so that there are events to deliver to it. */
const play = async (sandbox) => {
  if (sandbox.password === null) return { profiles: await playStates(sandbox, until) };
  const endpoint = await addEndpoint(sandbox, until);
  const profiles = await playStates(sandbox, until);
  const made = { webhook_endpoint: endpoint, ...(await playStaff(sandbox, profiles, until)) };
  return { profiles, throw_away_password: sandbox.password, made };
};

const folder = mkdtempSync(join(tmpdir(), 'portcullis-release-'));
try {
  const sandbox = await sandboxIn(folder);
  const { profiles, ...staff } = await play(sandbox).finally(sandbox.stop);
  const { data_keys: dataKeys = null } = JSON.parse(readFileSync(join(folder, 'secrets.json'), 'utf8'));
  const out = join(root, 'test/fixtures/releases', name);
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  const data = join(folder, 'pb_data');
  writeFileSync(join(out, 'data.db.br'), brotliCompressSync(readFileSync(join(data, 'data.db'))));
  cpSync(join(data, 'storage'), join(out, 'storage'), { recursive: true });
  const commit = execFileSync('git', ['rev-parse', '--short=8', 'HEAD'], { cwd: clone, encoding: 'utf8' }).trim();
  const release = { commit, throw_away_data_keys: dataKeys, profiles, ...staff };
  writeFileSync(join(out, 'release.json'), `${JSON.stringify(release, null, 2)}\n`);
  console.log(`${out}: ${profiles.map(({ status }) => status).join(', ')}`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
