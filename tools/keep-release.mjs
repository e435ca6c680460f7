// Keeps the data folder of a release for `test/system/upgrade`, whose tests start this release's service on it:
//   node tools/keep-release.mjs <name> [folder of a clone that is built]
// It runs the sandbox of the clone, has it verify a few fictional people, one in each state, and keeps what is in the
// database, compressed. The key of the data is made for the fixture, and stands beside it.
import { execFileSync, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
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
    stdio: 'ignore',
    env: { PATH: process.env.PATH, HOME: process.env.HOME, SANDBOX_DIR: folder, PORT: '0', MANAGEMENT_PORT: '0' },
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const info = join(folder, 'sandbox.json');
  await until('start', () => existsSync(info));
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
  };
  return { ...JSON.parse(readFileSync(info, 'utf8')), stop };
};

const folder = mkdtempSync(join(tmpdir(), 'portcullis-release-'));
try {
  const sandbox = await sandboxIn(folder);
  const profiles = await playStates(sandbox, until).finally(sandbox.stop);
  const { data_keys: dataKeys = null } = JSON.parse(readFileSync(join(folder, 'secrets.json'), 'utf8'));
  const out = join(root, 'test/fixtures/releases', name);
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  const data = join(folder, 'pb_data');
  writeFileSync(join(out, 'data.db.br'), brotliCompressSync(readFileSync(join(data, 'data.db'))));
  cpSync(join(data, 'storage'), join(out, 'storage'), { recursive: true });
  const commit = execFileSync('git', ['rev-parse', '--short=8', 'HEAD'], { cwd: clone, encoding: 'utf8' }).trim();
  const release = { commit, throw_away_data_keys: dataKeys, profiles };
  writeFileSync(join(out, 'release.json'), `${JSON.stringify(release, null, 2)}\n`);
  console.log(`${out}: ${profiles.map(({ status }) => status).join(', ')}`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
