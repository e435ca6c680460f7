import { delimiter, join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { isProgram } from '../../support/repository/files.ts';

const names = ['chromium', 'chromium-browser', 'google-chrome'];

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
