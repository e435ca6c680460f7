import { pipe, type TaskEither, TE, type Unavailable } from '@portcullis/domain';
import { t } from '@portcullis/domain/kernel';
import type { Blob, RecordDriver, Row } from '@portcullis/record-store/driver';
import type PocketBase from 'pocketbase';
import { ClientResponseError } from 'pocketbase';
import type { PocketbaseClient } from '../client/client.ts';
import { toUnavailable } from '../client/failure.ts';
import { writeRejection } from './rejection.ts';

const Bytes = new t.Type<Uint8Array, Uint8Array, unknown>(
  'bytes',
  (u): u is Uint8Array => u instanceof Uint8Array,
  (u, context) => (u instanceof Uint8Array ? t.success(u) : t.failure(u, context)),
  t.identity,
);

/**
 * The form that writes a file. The columns are sent as one JSON text: in plain form fields, PocketBase would read
 * "123" as a number and "true" as a boolean.
 */
export const fileForm = (columns: Row, { bytes, contentType, name }: Blob): FormData => {
  const form = new FormData();
  form.set('@jsonPayload', JSON.stringify(columns));
  // The bytes are copied, because a form does not accept a view into shared memory.
  form.set('content', new File([Uint8Array.from(bytes)], name, { type: contentType }));
  return form;
};

/** How long a file token is used again. PocketBase accepts it for 180 s, unless an operator sets another time. */
const tokenMs = 60_000;

type FileToken = { readonly token: string; readonly isCached: boolean };

/** The file tokens of one client. */
const fileTokens = () => {
  let cached: { readonly token: string; readonly until: number } | null = null;
  return async (pb: PocketBase, signal: AbortSignal, mayBeCached: boolean): Promise<FileToken> => {
    const now = performance.now();
    if (mayBeCached && cached !== null && now < cached.until) return { token: cached.token, isCached: true };
    const token = await pb.files.getToken({ signal });
    cached = { token, until: now + tokenMs };
    return { token, isCached: false };
  };
};

/** The statuses with which PocketBase may answer a token that it does not accept any more. */
const isRejectedToken = (status: number): boolean => status === 401 || status === 403 || status === 404;

/**
 * Downloads bytes with a file token that is valid for a few minutes: neither the address alone nor the account's own
 * token opens them. A token that was used before may be dead, so what it does not open is tried with a new one.
 */
const downloadWith = (tokenOf: ReturnType<typeof fileTokens>) => {
  const download = async (
    pb: PocketBase,
    file: { readonly id: string; readonly content: string },
    signal: AbortSignal,
    mayBeCached = true,
  ): Promise<Uint8Array> => {
    const { token, isCached } = await tokenOf(pb, signal, mayBeCached);
    const url = pb.files.getURL({ id: file.id, collectionName: 'files' }, file.content, { token });
    const answer = await fetch(url, { signal, redirect: 'error' });
    if (isCached && isRejectedToken(answer.status)) {
      await answer.body?.cancel();
      return download(pb, file, signal, false);
    }
    if (answer.status === 404) throw new ClientResponseError({ status: 404, response: await answer.json() });
    if (answer.status !== 200) throw new Error('the file was not answered');
    return new Uint8Array(await answer.arrayBuffer());
  };
  return download;
};

type Blobs = Pick<RecordDriver, 'putBlob' | 'replaceBlob' | 'getBlob' | 'removeBlob'>;

/** The files, in PocketBase's protected storage. */
export const blobsWith = (client: PocketbaseClient): Blobs => {
  const transfer = { service: 'files', deadlineMs: client.fileDeadlineMs } as const;
  const download = downloadWith(fileTokens());
  return {
    putBlob: (row, blob) =>
      TE.mapLeft(writeRejection('files'))(
        client.call(
          t.UnknownRecord,
          (pb, options) => pb.collection('files').create(fileForm(row, blob), options),
          transfer,
        ),
      ),
    replaceBlob: (id, columns, blob) =>
      pipe(
        client.call(
          t.type({ id: t.string }),
          (pb, options) => pb.collection('files').update(id, fileForm(columns, blob), options),
          transfer,
        ),
        TE.mapLeft(writeRejection('files')),
        TE.map(() => undefined),
      ),
    getBlob: (row) =>
      pipe(
        client.call(Bytes, (pb, { signal }) => download(pb, row, signal), transfer),
        TE.orElse(
          (failure): TaskEither<Unavailable, Uint8Array | null> =>
            failure._tag === 'Rejected' && failure.status === 404
              ? TE.right(null)
              : TE.left(toUnavailable('files')(failure)),
        ),
      ),
    removeBlob: (id) =>
      pipe(
        client.call(t.unknown, (pb, options) => pb.collection('files').delete(id, options), { service: 'files' }),
        TE.mapLeft(writeRejection('files')),
        TE.map(() => undefined),
      ),
  };
};
