import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type RunningSandbox, type SandboxInfo, startSandbox } from '@portcullis/cli';

/** A sandbox in this process, on free ports, with its data in a folder that `close` removes. */
export type TestSandbox = { readonly info: SandboxInfo; readonly folder: string; readonly close: () => Promise<void> };

/** This takes about half a second; give the hook that calls it a timeout of several seconds. */
export const openSandbox = async (): Promise<TestSandbox> => {
  const folder = mkdtempSync(join(tmpdir(), 'portcullis-sandbox-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  const { info, stop }: RunningSandbox = await startSandbox({ folder, port: 0 }).catch((cause: unknown) => {
    remove();
    throw cause;
  });
  return {
    info,
    folder,
    close: async () => {
      await stop();
      remove();
    },
  };
};
