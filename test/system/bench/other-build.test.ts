import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect } from 'chai';
import { root } from '../../support/repository/files.ts';
import { type Program, startProgram } from '../../support/servers/program.ts';

const module = pathToFileURL(join(root, 'bench/src/compare/other-build.mjs')).href;

const hasGit = spawnSync('git', ['--version']).status === 0;

/** Without git there is no other commit to build. */
const describeWithGit = (work: (this: Mocha.Suite) => void): void => {
  if (hasGit) describe('the build of another commit', work);
};

describeWithGit(function () {
  this.timeout(120_000);
  let folder: string;
  let repository: string;

  const git = (...args: readonly string[]): string =>
    execFileSync('git', ['-C', repository, '-c', 'user.name=bench', '-c', 'user.email=bench@example.org', ...args], {
      encoding: 'utf8',
      stdio: 'pipe',
    }).trim();

  const commit = (build: string): void => {
    writeFileSync(join(repository, 'package.json'), JSON.stringify({ scripts: { build } }));
    git('add', '--all');
    git('commit', '--message', build);
  };

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'portcullis-other-build-'));
    repository = join(folder, 'repository');
    mkdirSync(join(folder, 'tmp'));
    mkdirSync(repository);
    git('init', '--quiet', '--initial-branch=main');
    writeFileSync(join(repository, '.gitignore'), 'node_modules\nbuilt\n');
    writeFileSync(join(repository, 'package-lock.json'), '{}');
    mkdirSync(join(repository, 'node_modules/dependency'), { recursive: true });
    writeFileSync(join(repository, 'node_modules/dependency/index.js'), 'here');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  /** A program that builds the commit, prints what the build has made, and does what `then` says. */
  const start = (name: string, then: string): Program => {
    const script = `
      const { buildCommit } = await import(${JSON.stringify(module)});
      const { readFileSync } = await import('node:fs');
      process.once('SIGINT', () => process.exit(130));
      const build = await buildCommit(${JSON.stringify(`${repository}/`)}, ${JSON.stringify(name)});
      console.log('built', readFileSync(build.folder + '/built', 'utf8'));
      ${then}`;
    // From Node 22 on npm keeps compiled code in the temporary folder.
    const env = { TMPDIR: join(folder, 'tmp'), NODE_DISABLE_COMPILE_CACHE: '1' };
    return startProgram(process.execPath, ['--input-type=module', '--eval', script], { cwd: repository, env });
  };
  const remains = () => ({
    folders: readdirSync(join(folder, 'tmp')),
    worktrees: git('worktree', 'list').split('\n').length,
  });
  const nothing = { folders: [], worktrees: 1 };

  it('is of that commit, uses the packages that are installed here, and leaves nothing behind', async () => {
    commit('cat node_modules/dependency/index.js > built; echo " old" >> built');
    commit('echo new > built');
    const program = start('HEAD~1', 'await build.stop();');
    const { code } = await program.ended;
    expect([code, program.printed().trim()], program.printed()).to.deep.equal([0, 'built here old']);
    expect(remains()).to.deep.equal(nothing);
    expect(existsSync(join(repository, 'built'))).to.equal(false);
    expect(readFileSync(join(repository, 'node_modules/dependency/index.js'), 'utf8')).to.equal('here');
  });

  it('uses the packages of a workspace, too, that has versions of its own', async () => {
    const [lock, inner] = ['package-lock.json', 'work/node_modules/inner'].map((path) => join(repository, path));
    writeFileSync(lock ?? '', JSON.stringify({ packages: { work: {}, 'work/node_modules/inner': {} } }));
    mkdirSync(inner ?? '', { recursive: true });
    writeFileSync(join(inner ?? '', 'index.js'), 'inner');
    mkdirSync(join(repository, 'work/src'));
    writeFileSync(join(repository, 'work/src/index.js'), '');
    commit('cat work/node_modules/inner/index.js > built');
    const program = start('HEAD', 'await build.stop();');
    expect([(await program.ended).code, program.printed().trim()]).to.deep.equal([0, 'built inner']);
    expect(remains()).to.deep.equal(nothing);
  });

  it('leaves nothing behind when the bench is interrupted after it', async () => {
    commit('echo new > built');
    const program = start('HEAD', 'setInterval(() => undefined, 1000);');
    await program.prints('built new');
    expect(remains().worktrees).to.equal(2);
    program.child.kill('SIGINT');
    expect((await program.ended).code).to.equal(130);
    expect(remains()).to.deep.equal(nothing);
  });

  it('leaves nothing behind when the bench is interrupted during it', async () => {
    const mark = join(folder, 'building');
    commit(`touch ${mark}; while :; do sleep 0.05; done`);
    const program = start('HEAD', '');
    while (!existsSync(mark)) await new Promise((resolve) => setTimeout(resolve, 10));
    program.child.kill('SIGINT');
    expect((await program.ended).code).to.equal(130);
    expect(remains()).to.deep.equal(nothing);
  });

  it('rejects with what the build has printed, and leaves nothing behind, if it fails', async () => {
    commit('echo the reason; exit 3');
    const program = start('HEAD', '');
    expect((await program.ended).code).to.equal(1);
    expect(program.printed()).to.include('the reason');
    expect(remains()).to.deep.equal(nothing);
  });

  it('rejects a commit that there is not', async () => {
    commit('echo new > built');
    expect((await start('nowhere', '').ended).code).to.equal(1);
    expect(remains()).to.deep.equal(nothing);
  });
});
