import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipe, TE } from '@portcullis/domain';
import type { ObjectStore } from '@portcullis/record-store/driver';
import { storeAt } from './object-stores.ts';

/** The part of s3rver that is used here. The library brings no types. */
type Server = { readonly run: () => Promise<{ readonly port: number }>; readonly close: () => Promise<void> };
const require = createRequire(import.meta.url);
const S3rver: new (options: object) => Server = require('s3rver');

/**
 * A store whose pages end here: s3rver encrypts the place where a page ends by a cipher (DES) that OpenSSL 3 refuses,
 * so it answers whole lists only.
 */
const withWholeLists = (store: ObjectStore): ObjectStore => ({
  ...store,
  list: (prefix, after, limit) =>
    pipe(
      store.list(prefix, after, 1000),
      TE.map((found) => found.slice(0, limit)),
    ),
});

/** Starts a server with the interface of S3 and one bucket, in a folder of its own. */
export const startS3rver = async () => {
  const directory = await mkdtemp(join(tmpdir(), 's3rver-'));
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: 'portcullis-files' }],
  });
  const { port } = await server.run();
  const place = {
    endpoint: `http://127.0.0.1:${port}`,
    bucket: 'portcullis-files',
    region: 'us-east-1',
    accessKeyId: 'S3RVER',
    secretAccessKey: 'S3RVER',
  };
  return {
    /** Opens an empty store. */
    open: (): ObjectStore => withWholeLists(storeAt(place)),
    close: async (): Promise<void> => {
      await server.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
};
