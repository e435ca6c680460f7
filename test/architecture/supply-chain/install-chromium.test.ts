import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { root, textOf } from '../../support/repository/files.ts';

type Machine = { readonly system?: string; readonly user?: string; readonly chromium?: boolean; readonly apt?: string };

describe('the installation of Chromium on the build machine', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'portcullis-ci-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const program = (name: string, script: string): void => {
    writeFileSync(join(folder, name), `#!/bin/bash\n${script}\n`);
    chmodSync(join(folder, name), 0o755);
  };

  /** Runs the script on a machine that has only these programs; answers what it says, and what apt-get was asked. */
  const run = ({ apt, chromium = false, system = 'Linux', user = '0' }: Machine, named?: string) => {
    const calls = join(folder, 'calls');
    const timeout = execFileSync('/bin/sh', ['-c', 'command -v timeout'], { encoding: 'utf8' }).trim();
    for (const path of ['/bin/bash', timeout]) symlinkSync(path, join(folder, path.replace(/^.*\//, '')));
    program('uname', `echo ${system}`);
    program('id', `echo ${user}`);
    if (chromium) program('chromium', 'exit 0');
    if (apt !== undefined) program('apt-get', `echo "$*" >> '${calls}'\necho noise\n${apt}`);
    const env = { PATH: folder, ...(named !== undefined && { CHROMIUM_BIN: named }) };
    const said = execFileSync('/bin/bash', [join(root, '.ci/install-chromium')], { encoding: 'utf8', env });
    return { said, asked: existsSync(calls) ? readFileSync(calls, 'utf8').trim().split('\n') : [] };
  };

  const skipped = /^[^\n]*: the tests of the page in a browser are skipped\.\n$/;

  it('happens where there is none, as root of a Linux with apt-get', () => {
    expect(run({ apt: 'exit 0' })).to.deep.equal({
      said: 'Chromium was installed.\n',
      asked: ['update -qq', 'install -qq -y --no-install-recommends chromium'],
    });
  });

  it('is left out where there is one', () => {
    expect(run({ apt: 'exit 0', chromium: true })).to.deep.equal({ said: '', asked: [] });
  });

  it('is left out where one is named', () => {
    expect(run({ apt: 'exit 0' }, '/opt/chromium')).to.deep.equal({ said: '', asked: [] });
  });

  for (const [where, machine] of Object.entries({
    'for another account than root': { apt: 'exit 0', user: '1000' },
    'on another system': { apt: 'exit 0', system: 'Darwin' },
    'without apt-get': {},
  }))
    it(`is left out ${where}, in a sentence`, () => {
      const { asked, said } = run(machine);
      expect(said).to.match(skipped);
      expect(asked).to.deep.equal([]);
    });

  it('may fail, in a sentence, and fails nothing', () => {
    const { asked, said } = run({ apt: 'exit 100' });
    expect(said).to.match(skipped);
    expect(asked).to.deep.equal(['update -qq']);
  });

  it('comes before the tests', () => {
    expect(textOf('.ci/run')).to.match(/\n\.ci\/install-chromium &\n.*\nwait\nexec npm test\n$/);
    expect(textOf('.ci/install-chromium')).to.include('timeout --kill-after=10 120 ');
  });
});
