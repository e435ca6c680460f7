import type { ObjectPlace } from './codecs/object-url.ts';
import type { Variables } from './environment.ts';

/** The object store of files, and the keys that open it. */
export type FilesConfig = ObjectPlace & { readonly accessKeyId: string; readonly secretAccessKey: string };

type FilesVariables = Pick<Variables, 'FILES_URL' | 'FILES_ACCESS_KEY_ID' | 'FILES_SECRET_ACCESS_KEY'>;

export const toFilesConfig = (env: FilesVariables): FilesConfig | null => {
  const { FILES_ACCESS_KEY_ID: accessKeyId, FILES_SECRET_ACCESS_KEY: secretAccessKey, FILES_URL: place } = env;
  if (place === undefined || accessKeyId === undefined || secretAccessKey === undefined) return null;
  return { ...place, accessKeyId, secretAccessKey };
};
