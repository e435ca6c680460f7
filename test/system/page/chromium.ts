import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';

const names = ['chromium', 'chromium-browser', 'google-chrome'];

const isProgram = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

/** The browser of this machine: the one that `CHROMIUM_BIN` names, or one on the path; `null` if there is none. */
export const findChromium = (): string | null => {
  const named = process.env['CHROMIUM_BIN'];
  if (named !== undefined) return isProgram(named) ? named : null;
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isProgram) ?? null;
};

/** Starts a browser whose camera shows a film. */
export const launchChromium = (executablePath: string, film: string, more: readonly string[] = []): Promise<Browser> =>
  chromium.launch({
    executablePath,
    // The tests run as root in containers, where there is no sandbox.
    args: ['--no-sandbox', '--use-fake-device-for-media-stream', `--use-file-for-fake-video-capture=${film}`, ...more],
  });
