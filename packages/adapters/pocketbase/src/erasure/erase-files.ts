import { decode, E, type ProfileId, pipe, type TaskEither, TE, t, type Unavailable } from '@portcullis/domain';
import type { PocketbaseClient } from '../client/client.ts';
import { isRowId } from '../client/columns.ts';
import type { PocketbaseRejection } from '../client/failure.ts';
import { deleteAllRows, findAllRows, forEachSequential, Row, type Search, toUnavailable } from './row-operations.ts';

const EntryRow = t.type({ id: t.string, data: t.unknown }, 'ledger row');
const FileAddedEntry = t.type({ data: t.type({ file_id: t.string }) }, 'entry of a file');

/** The ids of the files that the ledger of a profile names, whether they have a row or not. */
const fileIdsInLedger = (client: PocketbaseClient, id: ProfileId): TaskEither<Unavailable, readonly string[]> =>
  TE.map((rows: readonly t.TypeOf<typeof EntryRow>[]) => {
    const ids = rows.flatMap(({ data }) => {
      const known = decode(FileAddedEntry, data);
      return E.isRight(known) && isRowId(known.right.data.file_id) ? [known.right.data.file_id] : [];
    });
    return [...new Set(ids)];
  })(
    findAllRows(client, EntryRow, {
      collection: 'ledger',
      expression: "profile = {:id} && data.type = 'file.added'",
      values: { id },
    }),
  );

/**
 * A file of one byte. Its columns say that it is empty and sealed, so that nobody reads it or takes it for plaintext.
 */
const zeroedForm = (columns: { readonly [column: string]: string }): FormData => {
  const form = new FormData();
  form.set('@jsonPayload', JSON.stringify({ ...columns, size: 0, sha256: 'sealed:' }));
  form.set('content', new File(['0'], 'erased', { type: 'application/octet-stream' }));
  return form;
};

const success = TE.right<Unavailable, void>(undefined);

/**
 * Creates a row in place of one that was deleted. PocketBase deletes the row of a file before its bytes, so a crash
 * between the two leaves bytes without a row. When a row with the same id is deleted, PocketBase deletes its whole
 * folder, whatever is in it.
 */
const restoreRow = (client: PocketbaseClient, profile: ProfileId, id: string): TaskEither<Unavailable, void> => {
  const form = zeroedForm({ id, profile, kind: 'document_front', content_type: 'application/octet-stream' });
  const ignoreExisting = (failure: PocketbaseRejection | Unavailable): TaskEither<Unavailable, void> =>
    failure._tag === 'Refused' && failure.codes['id'] === 'validation_not_unique'
      ? success
      : TE.left(toUnavailable(failure));
  return pipe(
    client.call(t.unknown, (pb, options) => pb.collection('files').create(form, options), {
      deadlineMs: client.fileDeadlineMs,
    }),
    TE.map(() => undefined),
    TE.orElse(ignoreExisting),
  );
};

/**
 * Deletes the bytes of a row and keeps the row: only the row knows the id, so it must exist until the bytes are gone. A
 * row that PocketBase refuses to update is deleted as it is.
 */
const zeroRow = (client: PocketbaseClient, id: string): TaskEither<Unavailable, void> =>
  pipe(
    client.call(t.unknown, (pb, options) => pb.collection('files').update(id, zeroedForm({}), options), {
      deadlineMs: client.fileDeadlineMs,
    }),
    TE.map(() => undefined),
    TE.orElse((failure) => (failure._tag === 'Refused' ? success : TE.left(failure))),
  );

/** Deletes the files of a profile, rows and bytes, and what remains of files that its ledger names. */
export const eraseFiles = (client: PocketbaseClient, id: ProfileId): TaskEither<Unavailable, void> => {
  const ofProfile: Search = { collection: 'files', expression: 'profile = {:id}', values: { id } };
  return pipe(
    TE.Do,
    TE.bindW('named', () => fileIdsInLedger(client, id)),
    TE.bindW('rows', () => findAllRows(client, Row, ofProfile)),
    TE.flatMap(({ named, rows }) => {
      const found = rows.map((row) => row.id);
      const unnamed = found.filter((file) => !named.includes(file)).map((file) => zeroRow(client, file));
      const missing = named.filter((file) => !found.includes(file)).map((file) => restoreRow(client, id, file));
      return forEachSequential([...unnamed, ...missing], (step) => step);
    }),
    TE.flatMap(() => deleteAllRows(client, ofProfile)),
  );
};
