// `node tools/keep-release.mjs [folder]`, after a build, keeps what the upgrade test plays when later code is built: a
// data folder and the decisions of this release, in `test/fixtures/release` or in another folder. It runs the sandbox,
// has it verify a few fictional people, one in each state, and has its partner and its staff make one of everything
// that they can make. The key of the data and the password of the member of staff are made for this, and stand beside.
import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';
import { decide, E, standardPolicy } from '../packages/domain/dist/index.js';
import { decode } from '../packages/domain/dist/kernel.js';
import { PolicyCodec } from '../packages/domain/dist/serialization.js';
import { addEndpoint, playStaff } from './releases/play-staff.mjs';
import { playStates } from './releases/play-states.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const out = process.argv[2] ?? join(root, 'test/fixtures/release');

/** Waits until a look at the sandbox succeeds. */
const until = async (what, look) => {
  const deadline = performance.now() + 120_000;
  while (!(await look())) {
    if (performance.now() > deadline) throw new Error(`The sandbox does not ${what}.`);
    await sleep(200);
  }
};

const sandboxIn = async (folder) => {
  const env = { ...process.env, SANDBOX_DIR: folder, PORT: '0', MANAGEMENT_PORT: '0' };
  const stdio = ['ignore', 'pipe', 'ignore'];
  const child = spawn(process.execPath, [join(root, 'packages/cli/bundle/sandbox.js')], { stdio, env });
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
  return { ...JSON.parse(readFileSync(info, 'utf8')), stop };
};

/** The endpoint comes first, so that there are events to deliver to it. */
const play = async (sandbox) => {
  const endpoint = await addEndpoint(sandbox, until);
  const profiles = await playStates(sandbox, until);
  const made = { webhook_endpoint: endpoint, ...(await playStaff(sandbox, profiles, until)) };
  return { profiles, throw_away_password: sandbox.staff.password, made };
};

/** The decisions for the cases of the checks' tests whose policies can be stored, with all that they follow from. */
const decisions = async () => {
  const folder = join(root, 'test/dist/support/check-cases');
  const names = readdirSync(folder).filter((name) => name.endsWith('-cases.js'));
  const modules = await Promise.all(names.toSorted().map((name) => import(pathToFileURL(join(folder, name)).href)));
  const cases = modules.flatMap((module) => Object.values(module).filter(Array.isArray).flat());
  const standard = standardPolicy({ livenessThreshold: 75, specimens: true });
  return cases
    .filter(({ file, policy = standard }) => file !== undefined && E.isRight(decode(PolicyCodec, policy)))
    .map(({ file, now = '2026-05-01T10:05:00.000Z', policy = standard }) => {
      const { checks, outcome, reasons } = decide(policy, file, now);
      return `${JSON.stringify({
        policy,
        file,
        now,
        outcome,
        reasons,
        checks,
      })}\n`;
    });
};

const compressed = (bytes) =>
  brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS } });

const folder = mkdtempSync(join(tmpdir(), 'portcullis-release-'));
try {
  const sandbox = await sandboxIn(folder);
  const played = await play(sandbox).finally(sandbox.stop);
  const secrets = JSON.parse(readFileSync(join(folder, 'secrets.json'), 'utf8'));
  const keys = { throw_away_data_keys: secrets.data_keys, throw_away_signing_key: secrets.ledger_signing_key };
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  const data = join(folder, 'pb_data');
  writeFileSync(join(out, 'data.db.br'), compressed(readFileSync(join(data, 'data.db'))));
  cpSync(join(data, 'storage'), join(out, 'storage'), { recursive: true });
  writeFileSync(join(out, 'decisions.jsonl.br'), compressed((await decisions()).join('')));
  writeFileSync(
    join(out, 'release.json'),
    `${JSON.stringify({ records_format: secrets.records_format, ...keys, ...played }, null, 2)}\n`,
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}
