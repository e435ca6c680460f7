import { join } from 'node:path';
import type { BrowserContextOptions } from 'playwright-core';
import { root } from '../repository/files.ts';

/** The widths of a telephone and of a desk. */
export const widths = [360, 1280] as const;
export type Width = (typeof widths)[number];

/** The document that the camera shows. */
export const filmed = 'td3-valid';

/** A telephone has a camera, and the desk has none. */
export const contexts: { readonly [At in Width]: BrowserContextOptions } = {
  360: { viewport: { width: 360, height: 740 }, permissions: ['camera'] },
  1280: { viewport: { width: 1280, height: 800 } },
};

export const specimenFile = (name: string): string => join(root, 'test/fixtures/specimens', `${name}.jpg`);
