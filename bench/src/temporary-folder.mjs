import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const folders = new Set();
process.once('exit', () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** A folder for what commands write, which is removed at the end. `stop` removes it at once. */
export const temporaryFolder = () => {
  const path = mkdtempSync(join(tmpdir(), 'portcullis-bench-command-'));
  folders.add(path);
  const stop = () => {
    rmSync(path, { recursive: true, force: true });
    folders.delete(path);
  };
  return { path, stop };
};
