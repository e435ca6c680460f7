import { E, type FileStore, notFound, unavailable } from '@portcullis/domain';
import type { StoredFile } from '@portcullis/domain/documents';
import { sha256Hex } from '@portcullis/domain/kernel';
import type { NewFile } from '@portcullis/domain/ports';
import { type MemoryRecords, memoryRecords } from './records.ts';

const describe = ({ id, kind, contentType, bytes, sha256 }: NewFile): StoredFile => ({
  id,
  kind,
  contentType,
  size: bytes.length,
  sha256,
});

const damaged = unavailable('files', 'the file is not the one that was stored', 'invalid_response');

/** Stores files in memory. Bytes are copied when they are stored and when they are read. */
export const memoryFileStore = ({ files }: Pick<MemoryRecords, 'files'> = memoryRecords()): FileStore => {
  return {
    put: (file) => async () => {
      const existing = files.get(file.id);
      if (existing && existing.profileId !== file.profileId) {
        return E.left(unavailable('files', 'the id belongs to a file of another profile', 'rejected'));
      }
      if (!existing) files.set(file.id, { ...file, bytes: file.bytes.slice() });
      return E.right(describe(existing ?? file));
    },
    get: (profileId, id, contentSha256) => async () => {
      const file = files.get(id);
      if (file?.profileId !== profileId) return E.left(notFound);
      if (contentSha256 != null && sha256Hex(file.bytes) !== contentSha256) return E.left(damaged);
      return E.right({ contentType: file.contentType, bytes: file.bytes.slice() });
    },
    remove: (profileId, id) => async () => {
      if (files.get(id)?.profileId === profileId) files.delete(id);
      return E.right(undefined);
    },
  };
};
