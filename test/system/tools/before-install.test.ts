import { spawnSync } from 'node:child_process';
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
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
});
