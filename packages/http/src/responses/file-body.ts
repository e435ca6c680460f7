import { fileKinds } from '@portcullis/domain/documents';
import { IdCodec, oneOf, t } from '@portcullis/domain/kernel';
import type { FileView } from '@portcullis/domain/profile';
import { nullable, Timestamp } from './shared-codecs.ts';

/**
 * A file as it is kept and served. `sha256` is of these bytes, and `null` for an image of an earlier release that did
 * not keep it; `original_sha256` is of the bytes as they were received.
 */
export const FileBody = t.type(
  {
    id: IdCodec,
    kind: oneOf(fileKinds),
    content_type: t.string,
    size: t.number,
    sha256: nullable(t.string),
    original_sha256: t.string,
    attempt: t.number,
    superseded: t.boolean,
    created_at: Timestamp,
  },
  'File',
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
