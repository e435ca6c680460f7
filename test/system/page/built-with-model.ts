import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { root } from '../../support/repository/files.ts';
import { standInModel } from './stand-in-model.ts';

/** The page, built with a model for its liveness component. */
export type BuiltPage = {
  /** Has a browser load this page in the place of the one that the service has, under the same headers. */
  readonly serveTo: (page: Page) => Promise<void>;
  readonly remove: () => void;
};

type Tools = { readonly makePage: (made: string, faceModel: string) => Promise<void> };

const types: { readonly [ending: string]: string } = {
  css: 'text/css',
  js: 'text/javascript',
  json: 'application/json',
  wasm: 'application/wasm',
  bin: 'application/octet-stream',
};

export const buildWithModel = async (): Promise<BuiltPage> => {
  const folder = mkdtempSync(join(tmpdir(), 'portcullis-page-'));
  const model = standInModel();
  try {
    const { makePage }: Tools = await import(pathToFileURL(join(root, 'tools/build/page.mjs')).href);
    await makePage(folder, model.folder);
  } finally {
    model.remove();
  }
  const serveTo = async (page: Page): Promise<void> => {
    await page.route('**/verify/assets/*', (route) => {
      const name = new URL(route.request().url()).pathname.replace(/^.*\//, '');
      const contentType = types[name.replace(/^.*\./, '')] ?? 'text/plain';
      return route.fulfill({ body: readFileSync(join(folder, 'assets', name)), contentType });
    });
    await page.route(/\/verify\/[^/]+$/, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: readFileSync(join(folder, 'index.html')) });
    });
  };
  return { serveTo, remove: () => rmSync(folder, { recursive: true, force: true }) };
};
