import { decode, E, type ProfileId, pipe, type TaskEither, TE, t, type Unavailable } from '@portcullis/domain';
import type { PocketbaseClient } from '../client/client.ts';
import type { Refused } from '../client/failure.ts';
import { isRowId } from '../columns.ts';
import { allRows, asOutage, deleteAll, forEach, Row, type Search } from './rows.ts';

const EntryRow = t.type({ id: t.string, data: t.unknown }, 'ledger row');
const Added = t.type({ data: t.type({ file_id: t.string }) }, 'entry of a file');

/** The ids of the files that the ledger of a profile names, whether they have a row or not. */
const namedFiles = (client: PocketbaseClient, id: ProfileId): TaskEither<Unavailable, readonly string[]> =>
  TE.map((rows: readonly t.TypeOf<typeof EntryRow>[]) => {
    const ids = rows.flatMap(({ data }) => {
      const known = decode(Added, data);
      return E.isRight(known) && isRowId(known.right.data.file_id) ? [known.right.data.file_id] : [];
    });
    return [...new Set(ids)];
  })(
    allRows(client, EntryRow, {
      collection: 'ledger',
      expression: "profile = {:id} && data.type = 'file.added'",
      values: { id },
    }),
  );

/**
 * A file of one byte. Its columns say that it is empty and sealed, so that nobody reads it or takes it for plaintext.
 */
const blank = (columns: { readonly [column: string]: string }): FormData => {
  const form = new FormData();
  form.set('@jsonPayload', JSON.stringify({ ...columns, size: 0, sha256: 'sealed:' }));
  form.set('content', new File(['0'], 'erased', { type: 'application/octet-stream' }));
  return form;
};

const done = TE.right<Unavailable, void>(undefined);

/**
 * Creates a row in place of one that was deleted. PocketBase deletes the row of a file before its bytes, so a crash
 * between the two leaves bytes without a row. When a row with the same id is deleted, PocketBase deletes its whole
 * folder, whatever is in it.
 */
const placeRow = (client: PocketbaseClient, profile: ProfileId, id: string): TaskEither<Unavailable, void> => {
  const form = blank({ id, profile, kind: 'document_front', content_type: 'application/octet-stream' });
  const unlessThere = (failure: Refused | Unavailable): TaskEither<Unavailable, void> =>
    failure._tag === 'Refused' && failure.codes['id'] === 'validation_not_unique' ? done : TE.left(asOutage(failure));
  return pipe(
    client.call(t.unknown, (pb, options) => pb.collection('files').create(form, options), {
      deadlineMs: client.fileDeadlineMs,
    }),
    TE.map(() => undefined),
    TE.orElse(unlessThere),
  );
};

/**
 * Deletes the bytes of a row and keeps the row: only the row knows the id, so it must exist until the bytes are gone. A
 * row that PocketBase refuses to update is deleted as it is.
 */
const blankRow = (client: PocketbaseClient, id: string): TaskEither<Unavailable, void> =>
  pipe(
    client.call(t.unknown, (pb, options) => pb.collection('files').update(id, blank({}), options), {
      deadlineMs: client.fileDeadlineMs,
    }),
    TE.map(() => undefined),
    TE.orElse((failure) => (failure._tag === 'Refused' ? done : TE.left(failure))),
  );

/** Deletes the files of a profile, rows and bytes, and what remains of files that its ledger names. */
export const eraseFiles = (client: PocketbaseClient, id: ProfileId): TaskEither<Unavailable, void> => {
  const ofProfile: Search = { collection: 'files', expression: 'profile = {:id}', values: { id } };
  return pipe(
    TE.Do,
    TE.bindW('named', () => namedFiles(client, id)),
    TE.bindW('rows', () => allRows(client, Row, ofProfile)),
    TE.flatMap(({ named, rows }) => {
      const found = rows.map((row) => row.id);
      const strays = found.filter((file) => !named.includes(file)).map((file) => blankRow(client, file));
      const gone = named.filter((file) => !found.includes(file)).map((file) => placeRow(client, id, file));
      return forEach([...strays, ...gone], (step) => step);
    }),
    TE.flatMap(() => deleteAll(client, ofProfile)),
  );
};
