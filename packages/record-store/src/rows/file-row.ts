import { E, type Either, type Unavailable, unavailable } from '@portcullis/domain';
import { fileKinds, type StoredFile } from '@portcullis/domain/documents';
import { type FileId, oneOf, t } from '@portcullis/domain/kernel';
import type { FileContent, NewFile } from '@portcullis/domain/ports';
import type { Blob, Row } from '../driver/record-driver.ts';
import { type EncryptionContext, envelopeOverhead, open, seal } from '../encryption/envelope.ts';
import { isSealedText, openText, sealText } from '../encryption/sealed-text.ts';

/** A row of `files` as it is read. */
export const FileRow = t.type(
  {
    id: t.string,
    profile: t.string,
    kind: oneOf(fileKinds),
    content_type: t.string,
    size: t.number,
    sha256: t.string,
    content: t.string,
  },
  'file row',
);
export type FileRow = t.TypeOf<typeof FileRow>;

type Column = 'content' | 'sha256';

const contextOf = ({ profile, id }: Pick<FileRow, 'profile' | 'id'>, column: Column): EncryptionContext => [
  'files',
  profile,
  id,
  column,
];

/**
 * Whether a file is sealed. The digest of an image reveals who has the image to whoever has the same one, so it is
 * sealed together with the bytes, and its form tells that both are sealed.
 */
export const isSealed = ({ sha256 }: FileRow): boolean => isSealedText(sha256);

const cannotOpen = (id: FileId): Unavailable => unavailable('files', `file ${id} does not open`, 'invalid_response');

/** The description of a file; `key` is the data key of its profile. */
export const describeFile = (row: FileRow, key: Uint8Array | null): Either<Unavailable, StoredFile> => {
  const { id, kind, content_type: contentType, size } = row;
  const sha256 = isSealed(row) ? key && openText(key, contextOf(row, 'sha256'), row.sha256) : row.sha256;
  return sha256 === null ? E.left(cannotOpen(id)) : E.right({ id, kind, contentType, size, sha256 });
};

const opaqueType = 'application/octet-stream';

/** A file as it is written: its columns, and its bytes. */
type FileWrite = { readonly columns: Row; readonly blob: Blob };

/** What replaces a plaintext file by its sealed content. */
export const sealedFile = (row: FileRow, bytes: Uint8Array, key: Uint8Array): FileWrite => ({
  columns: { sha256: sealText(key, contextOf(row, 'sha256'), row.sha256) },
  blob: { bytes: seal(key, contextOf(row, 'content'), bytes), contentType: opaqueType, name: row.kind },
});

/** What creates a file, sealed when there is a key. */
export const newFile = (file: NewFile, key: Uint8Array | null): FileWrite => {
  const { id, profileId: profile, kind, contentType, bytes, sha256 } = file;
  const context = (column: Column): EncryptionContext => contextOf({ profile, id }, column);
  const digest = key === null ? sha256 : sealText(key, context('sha256'), sha256);
  const columns = { id, profile, kind, content_type: contentType, size: bytes.length, sha256: digest };
  if (key === null) return { columns, blob: { bytes, contentType, name: kind } };
  return { columns, blob: { bytes: seal(key, context('content'), bytes), contentType: opaqueType, name: kind } };
};

/** Decrypts the content of a file and checks its length. */
export const openContent =
  (row: FileRow, key: Uint8Array | null) =>
  (content: Uint8Array): Either<Unavailable, FileContent> => {
    const length = key === null ? row.size : row.size + envelopeOverhead;
    if (content.length !== length) {
      return E.left(unavailable('files', 'the file is not as long as it was', 'invalid_response'));
    }
    const bytes = key === null ? content : open(key, contextOf(row, 'content'), content);
    return bytes === null ? E.left(cannotOpen(row.id)) : E.right({ contentType: row.content_type, bytes });
  };
