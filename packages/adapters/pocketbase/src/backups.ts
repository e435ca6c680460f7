import { E, type Either, pipe, type TaskEither, TE, type Unavailable, unavailable } from '@portcullis/domain';
import { t } from '@portcullis/domain/kernel';
import { recordsPath } from './client/api-request.ts';
import { type PocketbaseOptions, pocketbaseClient } from './client/client.ts';
import { toUnavailable } from './client/failure.ts';

/** PocketBase packs everything that it has before it answers, and locks the database meanwhile. */
const packDeadlineMs = 3_600_000;

const FileToken = t.string;
const Page = t.type({ totalItems: t.number });

/** PocketBase's own backups, which it keeps beside its data. A name ends in `.zip`. */
export type PocketbaseBackups = {
  /** Packs the whole data folder. Writers wait until it is done. */
  readonly create: (name: string) => TaskEither<Unavailable, void>;
  /** Opens a backup for reading, chunk by chunk. */
  readonly read: (name: string) => TaskEither<Unavailable, AsyncIterable<Uint8Array>>;
  readonly remove: (name: string) => TaskEither<Unavailable, void>;
  /** How many rows a collection has. */
  readonly count: (collection: 'profiles' | 'ledger') => TaskEither<Unavailable, number>;
};

/** Opens the backups of a PocketBase. Opening sends nothing. */
export const pocketbaseBackups = (options: PocketbaseOptions): PocketbaseBackups => {
  const client = pocketbaseClient(options);
  const send = (method: string, path: string, body?: object): TaskEither<Unavailable, void> =>
    pipe(
      client.send(t.unknown, () => ({ method, path, ...(body && { body }) }), { deadlineMs: packDeadlineMs }),
      TE.mapLeft(toUnavailable()),
      TE.map(() => undefined),
    );
  const fetchBytes = async (path: string): Promise<Either<Unavailable, AsyncIterable<Uint8Array>>> => {
    const signal = AbortSignal.timeout(packDeadlineMs);
    const answer = await fetch(`${options.url}${path}`, { redirect: 'error', signal }).catch(() => null);
    if (answer === null) return E.left(unavailable('database', 'the backup is not sent', 'unavailable'));
    return answer.ok && answer.body !== null
      ? E.right(answer.body)
      : E.left(unavailable('database', `the backup is answered with ${answer.status}`, 'rejected'));
  };
  return {
    create: (name) => send('POST', '/api/backups', { name }),
    read: (name) =>
      pipe(
        client.call(FileToken, (pb, { signal }) => pb.files.getToken({ signal })),
        TE.mapLeft(toUnavailable()),
        TE.flatMap((token) => () => fetchBytes(`/api/backups/${name}?token=${encodeURIComponent(token)}`)),
      ),
    remove: (name) => send('DELETE', `/api/backups/${name}`),
    count: (collection) =>
      pipe(
        client.send(Page, () => ({ method: 'GET', path: recordsPath(collection, null, { perPage: 1, fields: 'id' }) })),
        TE.mapLeft(toUnavailable()),
        TE.map(({ totalItems }) => totalItems),
      ),
  };
};
