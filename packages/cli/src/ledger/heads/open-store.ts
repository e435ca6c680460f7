import type { Environment } from '@portcullis/app/configuration';
import { E, type Either } from '@portcullis/domain';
import { folderStore } from './folder-store.ts';
import type { HeadStore } from './head-store.ts';
import { isS3Address, parseS3Address, readS3Access } from './s3-place.ts';
import { s3Store } from './s3-store.ts';

/** Whether heads can be kept there and read: a folder, or an address like `s3://bucket/prefix`. */
export const isHeadStore = (place: string): boolean =>
  isS3Address(place) ? parseS3Address(place) !== null : place !== '' && !place.includes('://');

/** Opens a folder, or a bucket with the keys in the environment. Left says what is wrong with these. */
export const openHeadStore = (place: string, env: Environment): Either<string, HeadStore> => {
  const address = parseS3Address(place);
  if (address === null) return E.right(folderStore(place));
  const access = readS3Access(env);
  return E.isLeft(access) ? access : E.right(s3Store(access.right, address));
};
