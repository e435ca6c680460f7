import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openPageFolder, type PageFolder } from '@portcullis/http';
import type { Logger } from '../telemetry/logger.ts';

const ownPackage = dirname(fileURLToPath(new URL('../../package.json', import.meta.url)));

/** Where the build puts a page: beside the bundle, and in a package of its own. */
const foldersOf = (name: string): readonly string[] => [
  join(ownPackage, 'bundle', name),
  join(ownPackage, '..', name, 'dist/page'),
];

const pageOf = (name: string, logger: Logger, missing: string): PageFolder | null => {
  for (const folder of foldersOf(name)) {
    const page = openPageFolder(folder);
    if (page !== null) return page;
  }
  logger.warn(missing);
  return null;
};

/** The page of the person. Where it was not built its paths do not exist, and a line of the log says so. */
export const verifyPage = (logger: Logger): PageFolder | null => pageOf('verify', logger, 'verify_page_missing');

/** The page of the staff, in the same way. */
export const consolePage = (logger: Logger): PageFolder | null => pageOf('console', logger, 'console_page_missing');
