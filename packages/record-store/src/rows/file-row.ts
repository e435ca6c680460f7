import { createHash } from 'node:crypto';
import { E, type Either, type Unavailable } from '@portcullis/domain';
import { fileKinds, type StoredFile } from '@portcullis/domain/evidence';
import { damagedRecord, type FileId, oneOf, t } from '@portcullis/domain/kernel';
import type { FileContent, NewFile } from '@portcullis/domain/ports';
import type { Blob, Row } from '../driver/record-driver.ts';
import { type EncryptionContext, envelopeOverhead, open, seal } from '../encryption/envelope.ts';
import { openText, sealText } from '../encryption/sealed-text.ts';

/** A row of `files` as it is read. */
export const FileRow = t.intersection([
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
]);
export type FileRow = t.TypeOf<typeof FileRow>;

/** Whether two readings of one row name the same bytes: they have another name once they were replaced. */
export const hasSameBytes = (one: FileRow, other: FileRow): boolean =>
  one.content === other.content && (one.object_key ?? '') === (other.object_key ?? '');

type Position = Pick<FileRow, 'profile' | 'id'>;

const contentContext = ({ profile, id }: Position): EncryptionContext => ['files', profile, id, 'content'];

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

/**
 * The digest of a row; `null` when it does not open, for example because a column was changed. It is sealed together
 * with the bytes: in clear it would tell the holders of an image who has the same one.
 */
const openDigest = (key: Uint8Array, row: FileRow): string | null => openText(key, boundContext(row), row.sha256);

const cannotOpen = (id: FileId): Unavailable => damagedRecord(`file ${id} does not open`, 'files');

/** The description of a file; `key` is the data key of its profile. */
export const describeFile = (row: FileRow, key: Uint8Array): Either<Unavailable, StoredFile> => {
  const { id, kind, content_type: contentType, size } = row;
  const sha256 = openDigest(key, row);
  return sha256 === null ? E.left(cannotOpen(id)) : E.right({ id, kind, contentType, size, sha256 });
};

const opaqueType = 'application/octet-stream';

/** A file as it is written: its columns, and its bytes. */
type FileWrite = { readonly columns: Row; readonly blob: Blob };

/** The write that creates a file, sealed with the data key of its profile. */
export const newFile = (file: NewFile, key: Uint8Array): FileWrite => {
  const { id, profileId: profile, kind, contentType, bytes, sha256 } = file;
  const columns = {
    id,
    profile,
    kind,
    content_type: contentType,
    size: bytes.length,
    sha256,
  };
  return {
    columns: { ...columns, sha256: sealText(key, boundContext(columns), sha256) },
    blob: { bytes: seal(key, contentContext(columns), bytes), contentType: opaqueType, name: kind },
  };
};

const damaged = (cause: string): Either<Unavailable, never> => E.left(damagedRecord(cause, 'files'));

const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/**
 * Decrypts the content of a file and checks its length, the columns of its row, and, where it is known, the digest of
 * the bytes (SHA-256, lower-case hex).
 */
export const openContent =
  (row: FileRow, key: Uint8Array, contentSha256: string | null) =>
  (content: Uint8Array): Either<Unavailable, FileContent> => {
    if (content.length !== row.size + envelopeOverhead) return damaged('the file is not as long as it was');
    if (openDigest(key, row) === null) return E.left(cannotOpen(row.id));
    const bytes = open(key, contentContext(row), content);
    if (bytes === null) return E.left(cannotOpen(row.id));
    if (contentSha256 !== null && sha256Of(bytes) !== contentSha256) {
      return damaged(`file ${row.id} is not the one that was stored`);
    }
    return E.right({ contentType: row.content_type, bytes });
  };
