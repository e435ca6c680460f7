import {
  decode,
  E,
  type Either,
  type FileContent,
  type FileId,
  type FileStore,
  type NewFile,
  type NotFound,
  notFound,
  type ProfileId,
  pipe,
  type StoredFile,
  type TaskEither,
  TE,
  t,
  type Unavailable,
  unavailable,
} from '@portcullis/domain';
import type PocketBase from 'pocketbase';
import { ClientResponseError } from 'pocketbase';
import type { PocketbaseClient } from '../client/client.ts';
import { isRowId } from '../client/columns.ts';
import { type PocketbaseRejection, unexpectedRejection } from '../client/failure.ts';
import { pocketbaseEncryption, type RecordEncryption } from '../encryption/record-encryption.ts';
import { describeFile, FileRow, isSealed, newFileForm, openContent } from './file-row.ts';

const Bytes = new t.Type<Uint8Array, Uint8Array, unknown>(
  'bytes',
  (u): u is Uint8Array => u instanceof Uint8Array,
  (u, context) => (u instanceof Uint8Array ? t.success(u) : t.failure(u, context)),
  t.identity,
);

const toUnavailable = (failure: PocketbaseRejection | Unavailable): Unavailable =>
  failure._tag === 'Refused' ? unexpectedRejection('files', failure) : failure;

const toNotFound = (failure: PocketbaseRejection | Unavailable): NotFound | Unavailable =>
  failure._tag === 'Refused' && failure.status === 404 ? notFound : toUnavailable(failure);

/**
 * Downloads bytes with a file token that is valid for a few minutes: neither the address alone nor the account's own
 * token opens them.
 */
const download = async (pb: PocketBase, { id, content }: FileRow, signal: AbortSignal): Promise<Uint8Array> => {
  const token = await pb.files.getToken({ signal });
  const url = pb.files.getURL({ id, collectionName: 'files' }, content, { token });
  const answer = await fetch(url, { signal, redirect: 'error' });
  if (answer.status === 404) throw new ClientResponseError({ status: 404, response: await answer.json() });
  if (answer.status !== 200) throw new Error('the file was not answered');
  return new Uint8Array(await answer.arrayBuffer());
};

const destroyed = unavailable('files', 'the data of this profile was destroyed', 'rejected');

/** The bytes of a row as they are stored. */
export const downloadContent = (client: PocketbaseClient, row: FileRow) =>
  client.call(Bytes, (pb, { signal }) => download(pb, row, signal), {
    service: 'files',
    deadlineMs: client.fileDeadlineMs,
  });

/** The part of a row that tells which profile it belongs to. */
const OwnedRow = t.type({ profile: t.string }, 'file row');

/** The row of a file of this profile. A row of another profile is not decoded any further. */
const findRow = (
  client: PocketbaseClient,
  profileId: ProfileId,
  id: FileId,
): TaskEither<NotFound | Unavailable, FileRow> => {
  if (!isRowId(id)) return TE.left(notFound);
  const row = client.call(OwnedRow, (pb, options) => pb.collection('files').getOne(id, options), { service: 'files' });
  const ofProfile = (found: t.TypeOf<typeof OwnedRow>): Either<NotFound | Unavailable, FileRow> => {
    if (found.profile !== profileId) return E.left(notFound);
    const read = decode(FileRow, found);
    return E.isLeft(read) ? E.left(unavailable('files', read.left, 'invalid_response')) : read;
  };
  return pipe(
    row,
    TE.mapLeft(toNotFound),
    TE.flatMap((found) => TE.fromEither(ofProfile(found))),
  );
};

/** Reads the content of a row that is queried here, and once more when the file was replaced meanwhile. */
const readContent = (
  client: PocketbaseClient,
  { dataKeys }: RecordEncryption,
  queriedRow: TaskEither<NotFound | Unavailable, FileRow>,
): TaskEither<NotFound | Unavailable, FileContent> => {
  const bytesOf = (row: FileRow, key: Uint8Array | null): TaskEither<Unavailable, FileContent> =>
    pipe(
      downloadContent(client, row),
      TE.mapLeft(toUnavailable),
      TE.flatMap((content) => TE.fromEither(openContent(row, key)(content))),
    );

  /** The key of a sealed row, without which the file is lost; `null` for a plaintext row. */
  const keyOf = (row: FileRow): TaskEither<NotFound | Unavailable, Uint8Array | null> =>
    isSealed(row) ? dataKeys.find(row.profile) : TE.right(null);

  const contentOf = (row: FileRow): TaskEither<NotFound | Unavailable, FileContent> =>
    pipe(
      keyOf(row),
      TE.flatMap((key) => bytesOf(row, key)),
    );

  /** When a file is sealed it gets a new name. A reader that has read its row before finds it under the new name. */
  const retryIfReplaced =
    (before: FileRow) =>
    (failure: NotFound | Unavailable): TaskEither<NotFound | Unavailable, FileContent> =>
      pipe(
        queriedRow,
        TE.flatMap((now) => (now.content === before.content ? TE.left(failure) : contentOf(now))),
      );

  return pipe(
    queriedRow,
    TE.flatMap((found) => TE.orElse(retryIfReplaced(found))(contentOf(found))),
  );
};

/** Stores images and videos in PocketBase's protected storage, sealed with the key of their profile. */
export const pocketbaseFileStore = (
  client: PocketbaseClient,
  encryption: RecordEncryption = pocketbaseEncryption(client, null),
): FileStore => {
  const { keyring, dataKeys } = encryption;
  const transferOptions = { service: 'files', deadlineMs: client.fileDeadlineMs } as const;

  /** The row that is stored under the id of a rejected `put`, when the rejection was that the id is taken. */
  const existingRow = (file: NewFile, failure: PocketbaseRejection | Unavailable): TaskEither<Unavailable, FileRow> => {
    if (failure._tag === 'Unavailable' || failure.codes['id'] !== 'validation_not_unique')
      return TE.left(toUnavailable(failure));
    return pipe(
      findRow(client, file.profileId, file.id),
      TE.mapLeft((why) =>
        why._tag === 'NotFound' ? unavailable('files', 'the id belongs to a file of another profile', 'rejected') : why,
      ),
    );
  };

  /** Writes the file, or finds the one that was stored under the id before it. */
  const writeFile = (file: NewFile, key: Uint8Array | null): TaskEither<Unavailable, StoredFile> =>
    pipe(
      client.call(
        FileRow,
        (pb, options) => pb.collection('files').create(newFileForm(file, key), options),
        transferOptions,
      ),
      TE.orElse((failure) => existingRow(file, failure)),
      TE.flatMap((row) => TE.fromEither(describeFile(row, key))),
    );

  const deleteRow = ({ id }: FileRow): TaskEither<NotFound | Unavailable, void> =>
    pipe(
      client.call(t.unknown, (pb, options) => pb.collection('files').delete(id, options), { service: 'files' }),
      TE.mapLeft(toNotFound),
      TE.map(() => undefined),
    );

  return {
    put: (file) =>
      keyring === null
        ? writeFile(file, null)
        : pipe(
            dataKeys.findOrCreate(keyring, file.profileId),
            TE.mapLeft((why) => (why._tag === 'NotFound' ? destroyed : why)),
            TE.flatMap((key) => writeFile(file, key)),
          ),
    get: (profileId, id) => readContent(client, encryption, findRow(client, profileId, id)),
    remove: (profileId, id) =>
      pipe(
        findRow(client, profileId, id),
        TE.flatMap(deleteRow),
        TE.orElse((why) => (why._tag === 'NotFound' ? TE.right(undefined) : TE.left(why))),
      ),
  };
};
