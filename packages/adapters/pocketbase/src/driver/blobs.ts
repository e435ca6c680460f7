import { pipe, TE } from '@portcullis/domain';
import { parseJson, schemaCodec, t } from '@portcullis/domain/kernel';
import type { Blob, RecordDriver, Row } from '@portcullis/record-store/driver';
import type PocketBase from 'pocketbase';
import { ClientResponseError } from 'pocketbase';
import { recordsPath } from '../client/api-request.ts';
import type { PocketbaseClient } from '../client/client.ts';
import { outageOfRejection } from '../client/failure.ts';
import type { Transport } from '../client/transport.ts';
import { saysMissing, writeRejection } from './rejection.ts';

const Bytes = schemaCodec('bytes', (u): u is Uint8Array => u instanceof Uint8Array, {});

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

/** The row of a file, as far as its bytes are found by it. */
type StoredBlob = { readonly id: string; readonly content: string };
type Download = Transport['download'];

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
const downloadWith =
  (tokenOf: ReturnType<typeof fileTokens>, file: StoredBlob) =>
  async (pb: PocketBase, signal: AbortSignal, get: Download, mayBeCached = true): Promise<Uint8Array> => {
    const { token, isCached } = await tokenOf(pb, signal, mayBeCached);
    const url = pb.files.getURL({ id: file.id, collectionName: 'files' }, file.content, { token });
    const { status, body } = await get(url, signal);
    if (isCached && isRejectedToken(status)) return downloadWith(tokenOf, file)(pb, signal, get, false);
    if (status === 404) throw new ClientResponseError({ status, response: parseJson(body.toString('utf8')) ?? {} });
    if (status !== 200) throw new Error('the file was not answered');
    return new Uint8Array(body.buffer, body.byteOffset, body.byteLength);
  };

type Blobs = Pick<RecordDriver, 'putBlob' | 'getBlob' | 'removeBlob'>;

/** The files, in PocketBase's protected storage. */
export const blobsWith = (client: PocketbaseClient): Blobs => {
  const transfer = { service: 'files', deadlineMs: client.fileDeadlineMs } as const;
  const tokens = fileTokens();
  return {
    putBlob: (row, blob) =>
      pipe(
        client.call(
          t.UnknownRecord,
          (pb, options) => pb.collection('files').create(fileForm(row, blob), options),
          transfer,
        ),
        TE.mapLeft(writeRejection('files')),
      ),
    getBlob: (row) =>
      pipe(
        client.call(Bytes, (pb, { signal }, get) => downloadWith(tokens, row)(pb, signal, get), transfer),
        TE.orElse((failure) => (saysMissing(failure) ? TE.right(null) : TE.left(outageOfRejection('files')(failure)))),
      ),
    removeBlob: (id) =>
      pipe(
        client.send(t.null, () => ({ method: 'DELETE', path: recordsPath('files', id) }), { service: 'files' }),
        TE.mapLeft(writeRejection('files')),
        TE.map(() => undefined),
      ),
  };
};
