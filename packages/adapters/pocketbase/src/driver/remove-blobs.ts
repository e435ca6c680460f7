import { E, pipe, type TaskEither, TE, type Unavailable } from '@portcullis/domain';
import { t } from '@portcullis/domain/kernel';
import { believeMissing, type RecordDriver } from '@portcullis/record-store/driver';
import { recordsPath } from '../client/api-request.ts';
import type { PocketbaseClient } from '../client/client.ts';
import { filterValue } from '../client/columns.ts';
import type { PocketbaseRejection } from '../client/failure.ts';
import { outageOfRejection } from '../client/failure.ts';
import { pageCodec } from '../client/page-codec.ts';
import { fileForm } from './blobs.ts';
import { pageFrom } from './reads.ts';
import { saysMissing } from './rejection.ts';

/** How many rows one query reads. */
const perPage = 200;

const IdPage = pageCodec(t.type({ id: t.string }));

/** The ids of all files of a profile that have a row. */
const fileIdsOf =
  (client: PocketbaseClient, profile: string): TaskEither<Unavailable, readonly string[]> =>
  async () => {
    const ids: string[] = [];
    for (;;) {
      const found = await client.call(IdPage, (pb, options) =>
        pb.collection('files').getList(1, perPage, {
          ...options,
          filter: `profile = ${filterValue(profile)} && id > ${filterValue(ids.at(-1) ?? '')}`,
          sort: 'id',
          skipTotal: true,
        }),
      )();
      if (E.isLeft(found)) return E.left(outageOfRejection()(found.left));
      ids.push(...found.right.items.map(({ id }) => id));
      if (found.right.items.length < perPage) return E.right(ids);
    }
  };

/**
 * A file of one byte. Its columns say that it is empty and sealed, so that nobody reads it or takes it for plaintext.
 */
const zeroedForm = (columns: { readonly [column: string]: string }): FormData =>
  fileForm(
    { ...columns, size: 0, sha256: 'sealed:' },
    { bytes: Buffer.from('0'), contentType: 'application/octet-stream', name: 'erased' },
  );

const success = TE.right<Unavailable, void>(undefined);

/**
 * Creates a row in place of one that was deleted. PocketBase deletes the row of a file before its bytes, so a crash
 * between the two leaves bytes without a row. When a row with the same id is deleted, PocketBase deletes its whole
 * folder, whatever is in it.
 */
const restoreRow = (client: PocketbaseClient, profile: string, id: string): TaskEither<Unavailable, void> => {
  const form = zeroedForm({ id, profile, kind: 'document_front', content_type: 'application/octet-stream' });
  const ignoreExisting = (failure: PocketbaseRejection | Unavailable): TaskEither<Unavailable, void> =>
    failure._tag === 'Rejected' && failure.codes['id'] === 'validation_not_unique'
      ? success
      : TE.left(outageOfRejection()(failure));
  return pipe(
    client.call(t.type({ id: t.string }), (pb, options) => pb.collection('files').create(form, options), {
      deadlineMs: client.fileDeadlineMs,
    }),
    TE.map(() => undefined),
    TE.orElse(ignoreExisting),
  );
};

/** The meaning of a rejection of a row that was listed: a row that is said to be gone must be gone. */
const unlessGone =
  (client: PocketbaseClient, id: string, otherwise: (failure: Unavailable) => TaskEither<Unavailable, void>) =>
  (failure: PocketbaseRejection | Unavailable): TaskEither<Unavailable, void> => {
    if (failure._tag === 'Unavailable') return TE.left(failure);
    return saysMissing(failure)
      ? believeMissing({ page: pageFrom(client) }, 'files', id)
      : otherwise(outageOfRejection()(failure));
  };

/**
 * Deletes the bytes of a row and keeps the row: only the row knows the id, so it must exist until the bytes are gone. A
 * row that PocketBase refuses to update is deleted as it is.
 */
const zeroRow = (client: PocketbaseClient, id: string): TaskEither<Unavailable, void> =>
  pipe(
    client.call(t.type({ id: t.string }), (pb, options) => pb.collection('files').update(id, zeroedForm({}), options), {
      deadlineMs: client.fileDeadlineMs,
    }),
    TE.map(() => undefined),
    TE.orElse(unlessGone(client, id, () => success)),
  );

/**
 * Deletes a row. PocketBase deletes the row's file afterwards, and leaves it when it crashes between the two. A row
 * that is already gone is not an error: another instance may be erasing too.
 */
const deleteRow = (client: PocketbaseClient, id: string): TaskEither<Unavailable, void> =>
  pipe(
    client.send(t.null, () => ({ method: 'DELETE', path: recordsPath('files', id) }), {
      deadlineMs: client.fileDeadlineMs,
    }),
    TE.map(() => undefined),
    TE.orElse(unlessGone(client, id, TE.left)),
  );

/** Deletes the files of a profile, rows and bytes, and what remains of files that are said to be its. */
export const removeBlobsFrom =
  (client: PocketbaseClient): RecordDriver['removeBlobs'] =>
  (profile, named) =>
  async () => {
    const found = await fileIdsOf(client, profile)();
    if (E.isLeft(found)) return found;
    const unnamed = found.right.filter((id) => !named.includes(id)).map((id) => zeroRow(client, id));
    const missing = named.filter((id) => !found.right.includes(id)).map((id) => restoreRow(client, profile, id));
    for (const step of [...unnamed, ...missing]) {
      const done = await step();
      if (E.isLeft(done)) return done;
    }
    const all = await fileIdsOf(client, profile)();
    if (E.isLeft(all)) return all;
    for (const id of all.right) {
      const done = await deleteRow(client, id)();
      if (E.isLeft(done)) return done;
    }
    return E.right(undefined);
  };
