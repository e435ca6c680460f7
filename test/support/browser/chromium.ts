import { delimiter, join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { isProgram } from '../repository/files.ts';

const names = ['chromium', 'chromium-browser', 'google-chrome'];

/** The browser of this machine: the one that `CHROMIUM_BIN` names, or one on the path; `null` if there is none. */
export const findChromium = (): string | null => {
  const named = process.env['CHROMIUM_BIN'];
  if (named !== undefined) return isProgram(named) ? named : null;
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isProgram) ?? null;
};

/** Starts a browser whose camera shows a film, or one without a camera. */
export const launchChromium = (
  executablePath: string,
  film: string | null,
  more: readonly string[] = [],
): Promise<Browser> => {
  const camera = ['--use-fake-device-for-media-stream', `--use-file-for-fake-video-capture=${film}`];
  // The tests run as root in containers, where there is no sandbox.
  const args = ['--no-sandbox', ...(film === null ? [] : camera), ...more];
  return chromium.launch({ executablePath, args });
};
