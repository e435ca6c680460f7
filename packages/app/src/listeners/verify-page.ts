import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openPageFolder, type PageFolder } from '@portcullis/http';
import type { Logger } from '../telemetry/logger.ts';

const ownPackage = dirname(fileURLToPath(new URL('../../package.json', import.meta.url)));

/** Where the build puts the page of the person: beside the bundle, and in a package of its own. */
const folders = [join(ownPackage, 'bundle/verify'), join(ownPackage, '../verify/dist/page')];

/** The page of the person. Where it was not built its paths do not exist, and a line of the log says so. */
export const verifyPage = (logger: Logger): PageFolder | null => {
  for (const folder of folders) {
    const page = openPageFolder(folder);
    if (page !== null) return page;
  }
  logger.warn('verify_page_missing');
  return null;
};
