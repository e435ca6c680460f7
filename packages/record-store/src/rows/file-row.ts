import { createHash } from 'node:crypto';
import { E, type Either, type Unavailable, unavailable } from '@portcullis/domain';
import { fileKinds, type StoredFile } from '@portcullis/domain/documents';
import { type FileId, oneOf, t } from '@portcullis/domain/kernel';
import type { FileContent, NewFile } from '@portcullis/domain/ports';
import type { Blob, Row } from '../driver/record-driver.ts';
import { type EncryptionContext, envelopeOverhead, open, seal } from '../encryption/envelope.ts';
import { isSealedText, openText, sealText } from '../encryption/sealed-text.ts';

/** A row of `files` as it is read. The database of an earlier release has no key of an object. */
export const FileRow = t.intersection(
  [
    t.type({
      id: t.string,
      profile: t.string,
      kind: oneOf(fileKinds),
      content_type: t.string,
      size: t.number,
      sha256: t.string,
      content: t.string,
    }),
    t.partial({ object_key: t.string }),
  ],
  'file row',
);
export type FileRow = t.TypeOf<typeof FileRow>;

/** Whether two readings of one row name the same bytes: they have another name once they were replaced. */
export const hasSameBytes = (one: FileRow, other: FileRow): boolean =>
  one.content === other.content && (one.object_key ?? '') === (other.object_key ?? '');

type Position = Pick<FileRow, 'profile' | 'id'>;

const contentContext = ({ profile, id }: Position): EncryptionContext => ['files', profile, id, 'content'];

/** The prefix of a digest that is sealed with the columns of its row. */
export const boundPrefix = 'bound:';

type Described = Position & Pick<FileRow, 'kind' | 'content_type' | 'size'>;

/** A digest that is sealed in this context opens only in a row with the same kind, type and size. */
const boundContext = ({ profile, id, kind, content_type: type, size }: Described): EncryptionContext => [
  'files',
  profile,
  id,
  'row',
  kind,
  type,
  String(size),
];

const sealDigest = (key: Uint8Array, row: Described, sha256: string): string =>
  boundPrefix + sealText(key, boundContext(row), sha256);

/** Whether the digest of a file is sealed with the columns of its row. */
export const isBound = ({ sha256 }: Pick<FileRow, 'sha256'>): boolean => sha256.startsWith(boundPrefix);

/**
 * Whether a file is sealed. The digest of an image reveals who has the image to whoever has the same one, so it is
 * sealed together with the bytes, and its form tells that both are sealed.
 */
export const isSealed = (row: Pick<FileRow, 'sha256'>): boolean => isBound(row) || isSealedText(row.sha256);

/** The digest of a sealed row; `null` when it does not open, for example because a column was changed. */
const openDigest = (key: Uint8Array, row: FileRow): string | null =>
  isBound(row)
    ? openText(key, boundContext(row), row.sha256.slice(boundPrefix.length))
    : openText(key, ['files', row.profile, row.id, 'sha256'], row.sha256);

const cannotOpen = (id: FileId): Unavailable => unavailable('files', `file ${id} does not open`, 'invalid_response');

/** The description of a file; `key` is the data key of its profile. */
export const describeFile = (row: FileRow, key: Uint8Array | null): Either<Unavailable, StoredFile> => {
  const { id, kind, content_type: contentType, size } = row;
  const sha256 = isSealed(row) ? key && openDigest(key, row) : row.sha256;
  return sha256 === null ? E.left(cannotOpen(id)) : E.right({ id, kind, contentType, size, sha256 });
};

const opaqueType = 'application/octet-stream';

/** A file as it is written: its columns, and its bytes. */
type FileWrite = { readonly columns: Row; readonly blob: Blob };

/** What replaces a plaintext file by its sealed content. */
export const sealedFile = (row: FileRow, bytes: Uint8Array, key: Uint8Array): FileWrite => ({
  columns: { sha256: sealDigest(key, row, row.sha256) },
  blob: { bytes: seal(key, contentContext(row), bytes), contentType: opaqueType, name: row.kind },
});

/** What seals the digest of a sealed file with the columns of its row; `null` when the digest does not open. */
export const boundColumns = (row: FileRow, key: Uint8Array): Row | null => {
  const sha256 = openDigest(key, row);
  return sha256 === null ? null : { sha256: sealDigest(key, row, sha256) };
};

/** What creates a file, sealed when there is a key. */
export const newFile = (file: NewFile, key: Uint8Array | null): FileWrite => {
  const { id, profileId: profile, kind, contentType, bytes, sha256 } = file;
  const columns = {
    id,
    profile,
    kind,
    content_type: contentType,
    size: bytes.length,
    sha256,
  };
  if (key === null) return { columns, blob: { bytes, contentType, name: kind } };
  return {
    columns: { ...columns, sha256: sealDigest(key, columns, sha256) },
    blob: { bytes: seal(key, contentContext(columns), bytes), contentType: opaqueType, name: kind },
  };
};

const damaged = (cause: string): Either<Unavailable, never> => E.left(unavailable('files', cause, 'invalid_response'));

const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/**
 * Decrypts the content of a file and checks its length, the columns of its row, and, where it is known, the digest of
 * the bytes (SHA-256, lower-case hex).
 */
export const openContent =
  (row: FileRow, key: Uint8Array | null, contentSha256: string | null) =>
  (content: Uint8Array): Either<Unavailable, FileContent> => {
    const length = key === null ? row.size : row.size + envelopeOverhead;
    if (content.length !== length) return damaged('the file is not as long as it was');
    if (key !== null && openDigest(key, row) === null) return E.left(cannotOpen(row.id));
    const bytes = key === null ? content : open(key, contentContext(row), content);
    if (bytes === null) return E.left(cannotOpen(row.id));
    if (contentSha256 !== null && sha256Of(bytes) !== contentSha256) {
      return damaged(`file ${row.id} is not the one that was stored`);
    }
    return E.right({ contentType: row.content_type, bytes });
  };
