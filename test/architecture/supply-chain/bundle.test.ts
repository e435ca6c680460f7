import { execFileSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { filesBelow, root, textOf } from '../../support/repository/files.ts';

const folder = join(root, 'packages/app/bundle');
const scripts = readdirSync(folder).filter((name) => name.endsWith('.js'));

describe('the bundle of the service', () => {
  it('is the program that is started, here and in the image', () => {
    const { scripts: commands } = JSON.parse(textOf('package.json'));
    expect(commands.start).to.equal('exec node packages/app/bundle/main.js');
    expect(textOf('Dockerfile')).to.include('\nCMD ["node", "packages/app/bundle/main.js"]\n');
    expect(scripts).to.include('main.js');
  });

  it('is readable by everybody who can read the compiled code, and not only by the account that built it', () => {
    const readers = (path: string): number => statSync(path).mode & 0o055;
    expect(readers(folder)).to.equal(readers(join(root, 'packages/app/dist')));
    for (const name of scripts)
      expect(readers(join(folder, name)), name).to.equal(readers(join(root, 'packages/app/dist/main.js')));
  });

  it('contains every worker script that its code starts by a relative path', () => {
    const asked = filesBelow('packages')
      .filter((path) => path.endsWith('.ts'))
      .flatMap((path) => [...textOf(path).matchAll(/new URL\('\.\/([\w-]+\.js)', import\.meta\.url\)/g)])
      .map(([, name = '']) => name);
    expect(asked).to.have.length.at.least(2);
    expect(asked.filter((name) => !scripts.includes(name))).to.deep.equal([]);
  });

  it('is syntactically valid in every file, lazily loaded ones included', function () {
    this.timeout(60_000);
    for (const name of scripts) execFileSync(process.execPath, ['--check', join(folder, name)]);
    expect(scripts.length).to.be.at.least(5);
  });
});
