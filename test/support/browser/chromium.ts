import { type Browser, chromium } from 'playwright-core';
import { findProgram } from '../repository/files.ts';

/** The browser of this machine: the one that `CHROMIUM_BIN` names, or one on the path; `null` if there is none. */
export const findChromium = (): string | null =>
  findProgram('CHROMIUM_BIN', ['chromium', 'chromium-browser', 'google-chrome']);

/** The features that Playwright turns off. The browser takes the last list alone: this one has these too. */
const playwrightFeatures = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
];

/** Two pages of the browser itself, loaded for each window, that take half of what a window costs. Nobody sees them. */
const addressBarFeatures = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'];

type LaunchOptions = {
  readonly args?: readonly string[];
  /** Features that are turned off besides. A `--disable-features` in `args` would turn all others on again. */
  readonly disabledFeatures?: readonly string[];
};

/** Starts a browser whose camera shows a film, or one without a camera. */
export const launchChromium = (
  executablePath: string,
  film: string | null,
  { args: more = [], disabledFeatures = [] }: LaunchOptions = {},
): Promise<Browser> => {
  const disabled = [...playwrightFeatures, ...addressBarFeatures, ...disabledFeatures].join(',');
  const camera = ['--use-fake-device-for-media-stream', `--use-file-for-fake-video-capture=${film}`];
  // The tests run as root in containers, where there is no sandbox.
  const args = ['--no-sandbox', `--disable-features=${disabled}`, ...(film === null ? [] : camera), ...more];
  return chromium.launch({ executablePath, args });
};
