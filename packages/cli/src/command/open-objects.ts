import { randomInt } from 'node:crypto';
import { s3ObjectStore, s3Origin } from '@portcullis/adapter-s3';
import { type FilesConfig, vendorLimits } from '@portcullis/app/configuration';
import type { ObjectStore } from '@portcullis/record-store/driver';
import { createVendorClient } from '@portcullis/vendor-client';

/** The object store of files of a command, which reports its calls to nobody; `null` where none is configured. */
export const openObjects = (files: FilesConfig | null): ObjectStore | null => {
  if (files === null) return null;
  const vendorClient = createVendorClient({
    provider: 's3',
    origins: [s3Origin(files)],
    limits: vendorLimits.s3,
    random: () => randomInt(1_000_000) / 1_000_000,
    observe: () => undefined,
  });
  return s3ObjectStore({ ...files, vendorClient });
};
