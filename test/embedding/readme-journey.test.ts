import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { expect } from 'chai';
import { root } from '../support/repository/files.ts';
import { programIn } from '../support/repository/page-programs.ts';
import { type Program, startProgram } from '../support/servers/program.ts';

const script = programIn('README.md', 'journey.sh');
const printed = programIn('README.md', 'journey.out');

const hasCurl = spawnSync('curl', ['--version']).status === 0;

describe('the journey in the README', function () {
  this.timeout(60_000);

  let home: string;
  let sandbox: Program;

  before(async () => {
    home = mkdtempSync(join(tmpdir(), 'portcullis-journey-'));
    const surroundings = { env: { SANDBOX_DIR: join(home, 'sandbox'), PORT: '0' } };
    sandbox = startProgram(process.execPath, ['packages/cli/dist/sandbox.js'], surroundings);
    await sandbox.prints('Ctrl-C stops everything.');
    const ours = `#!/bin/sh\nexec '${process.execPath}' '${join(root, 'test/embedding/curl.mjs')}' "$@"\n`;
    writeFileSync(join(home, 'curl'), ours);
    chmodSync(join(home, 'curl'), 0o755);
  });

  after(async () => {
    if (sandbox.child.exitCode === null) sandbox.child.kill('SIGINT');
    await sandbox.ended;
    rmSync(home, { recursive: true, force: true });
  });

  /** Runs the script unchanged in a shell, from the root of the repository. */
  const run = async (first: readonly string[]) => {
    const path = [...first, dirname(process.execPath), process.env['PATH'] ?? ''].join(delimiter);
    const shell = startProgram('sh', ['-eu', '-c', script], {
      env: { SANDBOX_DIR: join(home, 'sandbox'), PATH: path },
    });
    const { code } = await shell.ended;
    return { code, printed: shell.printed() };
  };

  it('prints what the README says it prints', async () => {
    expect(await run([home])).to.deep.equal({ code: 0, printed });
  });

  if (hasCurl) {
    it('prints the same with the curl of this machine', async () => {
      expect(await run([])).to.deep.equal({ code: 0, printed });
    });
  }
});
