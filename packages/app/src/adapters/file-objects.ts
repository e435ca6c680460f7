import { s3Diagnosis, s3ObjectStore, s3Origin } from '@portcullis/adapter-s3';
import type { Diagnosis } from '@portcullis/domain';
import type { ObjectStore } from '@portcullis/record-store/driver';
import type { OwnedVendorClient } from '@portcullis/vendor-client';
import type { FilesConfig } from '../config/files.ts';

/** The object store of files, and its examination. */
export type FileObjects = {
  readonly store: ObjectStore;
  readonly diagnosis: Diagnosis;
  /** Ends all calls that are still in flight. */
  readonly close: () => Promise<void>;
};

/** The object store of the configuration, behind its own vendor client; `null` where none is configured. */
export const fileObjects = (
  files: FilesConfig | null,
  vendorClient: (origin: string) => OwnedVendorClient,
): FileObjects | null => {
  if (files === null) return null;
  const client = vendorClient(s3Origin(files));
  const options = { ...files, vendorClient: client };
  return { store: s3ObjectStore(options), diagnosis: s3Diagnosis(options), close: client.close };
};
