import { fileKinds } from '@portcullis/domain/evidence';
import { IdCodec, oneOf, t } from '@portcullis/domain/kernel';
import type { FileView } from '@portcullis/domain/profile';
import { Count, nullable, Ordinal, Sha256, Timestamp } from './shared-codecs.ts';

/** A file as it is kept and served. `sha256` is of these bytes, `original_sha256` of those that were received. */
export const FileBody = t.type(
  {
    id: IdCodec,
    kind: oneOf(fileKinds),
    content_type: t.string,
    size: Count,
    sha256: nullable(Sha256),
    original_sha256: Sha256,
    attempt: Ordinal,
    superseded: t.boolean,
    created_at: Timestamp,
  },
  'StoredFile',
);

export const fileBody = (file: FileView): t.TypeOf<typeof FileBody> => ({
  id: file.id,
  kind: file.kind,
  content_type: file.contentType,
  size: file.size,
  sha256: file.contentSha256,
  original_sha256: file.sha256,
  attempt: file.attempt,
  superseded: file.superseded,
  created_at: file.createdAt,
});
