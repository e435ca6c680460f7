import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect } from 'chai';
import { root } from '../../../support/repository/files.ts';

const module = pathToFileURL(join(root, 'packages/cli/dist/command/flushed.js')).href;
const lines = 20_000;

/** Prints much more than a pipe takes at once, and exits. */
const program = `
  import { flushed } from ${JSON.stringify(module)};
  for (let n = 0; n < ${lines}; n += 1) console.log('x'.repeat(99));
  await Promise.all([process.stdout, process.stderr].map(flushed));
  process.exit(3);`;

describe('the end of a command with a long output', () => {
  it('comes when the reader of a pipe has taken all of it', async () => {
    const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let taken = 0;
    child.stdout.on('data', (chunk: Buffer) => {
      taken += chunk.length;
    });
    const [code] = await once(child, 'close');
    expect([code, taken]).to.deep.equal([3, lines * 100]);
  });

  it('does not wait for a reader that is gone', async () => {
    const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child.stdout.destroy();
    const [code] = await once(child, 'exit');
    expect(code).to.equal(3);
  });
});
