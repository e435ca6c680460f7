import { spawnSync } from 'node:child_process';
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { root } from '../../support/repository/files.ts';

/** Folders of data, which no tool loads at its start. */
const data = ['mrz-network', 'releases', 'specimens', 'generators'].map((name) => join(root, 'tools', name));

describe('the tools in a fresh clone', () => {
  let folder: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'portcullis-fresh-'));
    cpSync(join(root, 'tools'), join(folder, 'tools'), { recursive: true, filter: (path) => !data.includes(path) });
    mkdirSync(join(folder, 'packages/verify'), { recursive: true });
    for (const name of ['package.json', 'packages/verify/package.json', 'packages/verify/face-model.json'])
      copyFileSync(join(root, name), join(folder, name));
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  for (const name of ['ensure', 'build/page', 'testing/files', 'testing/pool', 'testing/schedule'])
    it(`load ${name} before anything is installed`, () => {
      const script = `await import('./tools/${name}.mjs')`;
      const args = ['--input-type=module', '--eval', script];
      const { status, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
      expect([status, stderr]).to.deep.equal([0, '']);
    });

  /** The arguments of npm where the programs alone are installed over what is there. */
  const askedOfNpm = (): string => {
    writeFileSync(
      join(folder, 'npm.js'),
      "import('node:fs').then((fs) => fs.writeFileSync('asked', process.argv.slice(2).join(' ')));",
    );
    const script = "const { install } = await import('./tools/ensure.mjs'); await install({ onlyPrograms: true });";
    const env = { ...process.env, npm_execpath: join(folder, 'npm.js') };
    const args = ['--input-type=module', '--eval', script];
    const { status, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8', env });
    expect([status, stderr]).to.deep.equal([0, '']);
    return readFileSync(join(folder, 'asked'), 'utf8');
  };

  it('install the packages of the programs alone, except where all packages of an older lock file are', () => {
    const lockOf = (version: string) => JSON.stringify({ packages: { 'node_modules/a': { version } } });
    writeFileSync(join(folder, 'package-lock.json'), lockOf('2.0.0'));
    mkdirSync(join(folder, 'node_modules'));
    expect(askedOfNpm()).to.include('--omit=peer');
    writeFileSync(join(folder, 'node_modules/.package-lock.json'), lockOf('1.0.0'));
    rmSync(join(folder, 'node_modules/.portcullis-programs'));
    expect(askedOfNpm()).to.include('ci').and.not.include('--omit=peer');
  });
});
