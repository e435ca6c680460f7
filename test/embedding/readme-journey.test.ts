import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { expect } from 'chai';
import { isFullEffort } from '../support/effort.ts';
import { root } from '../support/repository/files.ts';
import { programIn } from '../support/repository/page-programs.ts';
import { startProgram } from '../support/servers/program.ts';
import { useSandbox } from '../support/servers/sandbox.ts';

const script = programIn('docs/guides/README.md', 'journey.sh');
const printed = programIn('docs/guides/README.md', 'journey.out');

const hasCurl = spawnSync('curl', ['--version']).status === 0;

describe('the journey of the guides', function () {
  this.timeout(60_000);

  const sandbox = useSandbox();
  let home: string;

  before(() => {
    home = mkdtempSync(join(tmpdir(), 'portcullis-journey-'));
    const ours = `#!/bin/sh\nexec '${process.execPath}' '${join(root, 'test/embedding/curl.mjs')}' "$@"\n`;
    writeFileSync(join(home, 'curl'), ours);
    chmodSync(join(home, 'curl'), 0o755);
  });

  after(() => rmSync(home, { recursive: true, force: true }));

  /** Runs the script unchanged in a shell, from the root of the repository. */
  const run = async (first: readonly string[]) => {
    const path = [...first, dirname(process.execPath), process.env['PATH'] ?? ''].join(delimiter);
    const shell = startProgram('sh', ['-eu', '-c', script], {
      env: { SANDBOX_DIR: sandbox().folder, PATH: path },
    });
    const { code } = await shell.ended;
    return { code, printed: shell.printed() };
  };

  // A process of Node for each request takes far longer than a real curl, which a quick run takes where there is one.
  if (isFullEffort || !hasCurl) {
    it('prints what the page says it prints', async () => {
      expect(await run([home])).to.deep.equal({ code: 0, printed });
    });
  }

  if (hasCurl) {
    it('prints what the page says it prints, with the curl of this machine', async () => {
      expect(await run([])).to.deep.equal({ code: 0, printed });
    });
  }
});
