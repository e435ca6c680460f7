// Waits for changes of sources, so that tests run again after each.
import { watch } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { root } from '../build/processes.mjs';

const folders = ['packages', 'test', 'tools', 'bench'];
/** Editors write a file in several steps, and a change of branch changes many. */
const quietMs = 200;

/** What a build or an installation writes is no source. */
export const isSource = (path) =>
  /\.(tsx?|mjs|cjs|json|md|css|html)$/.test(path) && !/(^|[\\/])(dist|bundle|node_modules)[\\/]/.test(path);

/** Watches the sources from now on. `next` ends after the next change, or at once if there was one since the last. */
export const watchSources = () => {
  let hasChanged = false;
  let wake = () => undefined;
  const take = (_, path) => {
    if (path === null || !isSource(path)) return;
    hasChanged = true;
    wake();
  };
  for (const folder of folders) watch(join(root, folder), { recursive: true }, take);
  const next = async () => {
    if (!hasChanged)
      await new Promise((resolve) => {
        wake = resolve;
      });
    await pause(quietMs);
    hasChanged = false;
  };
  return { next };
};
