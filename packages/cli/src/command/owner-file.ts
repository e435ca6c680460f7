import { randomBytes } from 'node:crypto';
import { renameSync, rmSync, writeFileSync } from 'node:fs';

/**
 * Writes a file atomically, readable by its owner only. Throws the error of the system. An incomplete file has a name
 * that nobody else uses: processes of several containers may have one id.
 */
export const writeForOwner = (file: string, content: object): void => {
  const unfinished = `${file}.${randomBytes(8).toString('hex')}`;
  try {
    writeFileSync(unfinished, `${JSON.stringify(content, null, 2)}\n`, { flag: 'wx', mode: 0o600 });
    renameSync(unfinished, file);
  } finally {
    rmSync(unfinished, { force: true });
  }
};
