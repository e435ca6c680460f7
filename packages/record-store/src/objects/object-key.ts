import { randomBytes } from 'node:crypto';
import { deterministicId } from '@portcullis/domain/kernel';

/** The id of a file that has none yet: 15 characters a-z and 0-9. */
export const newFileId = (): string => deterministicId(randomBytes(16).toString('hex'));

/** The name of an object: the profile and the file of its bytes, and a part that no other writer has. */
export const newObjectKey = (profileId: string, fileId: string): string =>
  `${profileId}/${fileId}/${randomBytes(16).toString('hex')}`;

/** The beginning of the keys of all objects of a profile, and of no others. */
export const prefixOfProfile = (profileId: string): string => `${profileId}/`;

const form = /^[a-z0-9]{15}\/(?<file>[a-z0-9]{15})\/[0-9a-f]{32}$/;

/** The id of the file whose bytes an object has; `null` for an object that no file store has made. */
export const fileOfKey = (key: string): string | null => form.exec(key)?.groups?.['file'] ?? null;
