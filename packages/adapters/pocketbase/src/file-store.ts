import {
  E,
  type Either,
  type FileContent,
  type FileId,
  type FileStore,
  fileKinds,
  type NewFile,
  type NotFound,
  notFound,
  oneOf,
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
import type { PocketbaseClient } from './client/client.ts';
import { type Refused, unexplained } from './client/failure.ts';
import { isRowId } from './columns.ts';

const FileRow = t.type(
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
type FileRow = t.TypeOf<typeof FileRow>;

const Bytes = new t.Type<Uint8Array, Uint8Array, unknown>(
  'bytes',
  (u): u is Uint8Array => u instanceof Uint8Array,
  (u, context) => (u instanceof Uint8Array ? t.success(u) : t.failure(u, context)),
  t.identity,
);

const asOutage = (failure: Refused | Unavailable): Unavailable =>
  failure._tag === 'Refused' ? unexplained('files', failure) : failure;

const asMissing = (failure: Refused | Unavailable): NotFound | Unavailable =>
  failure._tag === 'Refused' && failure.status === 404 ? notFound : asOutage(failure);

const storedFile = ({ id, kind, content_type, size, sha256 }: FileRow): StoredFile => ({
  id,
  kind,
  contentType: content_type,
  size,
  sha256,
});

/** The columns go as one JSON text: of plain form fields, PocketBase would read "123" as a number and "true" as a truth. */
const formOf = ({ id, profileId, kind, contentType, bytes, sha256 }: NewFile): FormData => {
  const columns = { id, profile: profileId, kind, content_type: contentType, size: bytes.length, sha256 };
  const form = new FormData();
  form.set('@jsonPayload', JSON.stringify(columns));
  // A copy, because a form takes no view into shared memory; the name is ours, so nothing of the sender's is kept.
  form.set('content', new File([Uint8Array.from(bytes)], kind, { type: contentType }));
  return form;
};

/** Bytes come with a file token of a few minutes: neither the address alone nor the account's own token opens them. */
const download = async (pb: PocketBase, { id, content }: FileRow, signal: AbortSignal): Promise<Uint8Array> => {
  const token = await pb.files.getToken({ signal });
  const url = pb.files.getURL({ id, collectionName: 'files' }, content, { token });
  const answer = await fetch(url, { signal, redirect: 'error' });
  if (answer.status !== 200) throw new Error('the file was not answered');
  return new Uint8Array(await answer.arrayBuffer());
};

/** Images and videos in PocketBase's protected storage. */
export const pocketbaseFileStore = (client: PocketbaseClient): FileStore => {
  const moving = { service: 'files', deadlineMs: client.fileDeadlineMs } as const;

  const rowOf = (profileId: ProfileId, id: FileId): TaskEither<NotFound | Unavailable, FileRow> => {
    if (!isRowId(id)) return TE.left(notFound);
    const row = client.call(FileRow, (pb, options) => pb.collection('files').getOne(id, options), { service: 'files' });
    const ofProfile = (found: FileRow): Either<NotFound, FileRow> =>
      found.profile === profileId ? E.right(found) : E.left(notFound);
    return pipe(
      row,
      TE.mapLeft(asMissing),
      TE.flatMap((found) => TE.fromEither(ofProfile(found))),
    );
  };

  /** What is stored under the id of a refused `put`, when the refusal was that the id is taken. */
  const firstOf = (file: NewFile, failure: Refused | Unavailable): TaskEither<Unavailable, FileRow> => {
    if (failure._tag === 'Unavailable' || failure.codes['id'] !== 'validation_not_unique')
      return TE.left(asOutage(failure));
    return pipe(
      rowOf(file.profileId, file.id),
      TE.mapLeft((why) =>
        why._tag === 'NotFound' ? unavailable('files', 'the id belongs to a file of another profile', 'rejected') : why,
      ),
    );
  };

  const bytesOf = (row: FileRow): TaskEither<Unavailable, FileContent> => {
    const whole = (bytes: Uint8Array): Either<Unavailable, FileContent> =>
      bytes.length === row.size
        ? E.right({ contentType: row.content_type, bytes })
        : E.left(unavailable('files', 'the file is not as long as it was', 'invalid_response'));
    return pipe(
      client.call(Bytes, (pb, { signal }) => download(pb, row, signal), moving),
      TE.mapLeft(asOutage),
      TE.flatMap((bytes) => TE.fromEither(whole(bytes))),
    );
  };

  const deleteRow = ({ id }: FileRow): TaskEither<NotFound | Unavailable, void> =>
    pipe(
      client.call(t.unknown, (pb, options) => pb.collection('files').delete(id, options), { service: 'files' }),
      TE.mapLeft(asMissing),
      TE.map(() => undefined),
    );

  return {
    put: (file) =>
      pipe(
        client.call(FileRow, (pb, options) => pb.collection('files').create(formOf(file), options), moving),
        TE.orElse((failure) => firstOf(file, failure)),
        TE.map(storedFile),
      ),
    get: (profileId, id) => pipe(rowOf(profileId, id), TE.flatMap(bytesOf)),
    remove: (profileId, id) =>
      pipe(
        rowOf(profileId, id),
        TE.flatMap(deleteRow),
        TE.orElse((why) => (why._tag === 'NotFound' ? TE.right(undefined) : TE.left(why))),
      ),
  };
};
