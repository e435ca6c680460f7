import { setTimeout as sleep } from 'node:timers/promises';
import { E, type Either, pipe, type TaskEither, TE, type Unavailable, unavailable } from '@portcullis/domain';
import { t } from '@portcullis/domain/kernel';
import { recordsPath } from './client/api-request.ts';
import { type PocketbaseOptions, pocketbaseClient } from './client/client.ts';
import { outageOfRejection } from './client/failure.ts';

/** PocketBase ends every response after five minutes (`WriteTimeout`), and what it has begun goes on. */
const responseDeadlineMs = 290_000;
/** PocketBase packs everything that it has, and locks the database meanwhile. */
const packDeadlineMs = 3_600_000;
const pollMs = 500;
/** How many requests in succession may fail while PocketBase packs. */
const maxFailedLooks = 60;
/** A request whose connection was cut may still have to be begun, so a missing backup is looked for twice. */
const maxAbsentLooks = 2;

const FileToken = t.string;
const Page = t.type({ totalItems: t.number });
const Health = t.type({ data: t.type({ canBackup: t.boolean }) });
const List = t.readonlyArray(t.type({ key: t.string, size: t.number, modified: t.string }));
type Listed = t.TypeOf<typeof List>[number];

/** PocketBase's own backups, which it keeps beside its data. A name ends in `.zip`. */
export type PocketbaseBackups = {
  /**
   * Packs the whole data folder; answers the number of bytes. Writers wait until it is done. A request that is cut off
   * does not end the packing: it is waited for, up to an hour, or until `stop`.
   */
  readonly create: (name: string, stop?: AbortSignal) => TaskEither<Unavailable, number>;
  /** Opens a backup for reading from a byte on, chunk by chunk. It ends early where the connection is cut. */
  readonly read: (name: string, from: number, stop?: AbortSignal) => TaskEither<Unavailable, AsyncIterable<Uint8Array>>;
  /** Removes a backup, once nothing is packed any more. One that is not there needs no removal. */
  readonly remove: (name: string) => TaskEither<Unavailable, void>;
  /** The backups that are there, and when each was made. */
  readonly list: TaskEither<Unavailable, readonly { readonly name: string; readonly madeAt: number }[]>;
  /** How many rows a collection has. */
  readonly count: (collection: 'profiles' | 'ledger') => TaskEither<Unavailable, number>;
};

/** The chunks of a body up to its end, or to where it was cut off. */
async function* untilCut(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } catch {
    // Whoever reads knows how many bytes there are.
  }
}

const aborted = (stop: AbortSignal): Promise<null> =>
  new Promise((resolve) => {
    if (stop.aborted) resolve(null);
    stop.addEventListener('abort', () => resolve(null), { once: true });
  });

const pause = (stop: AbortSignal): Promise<void> => sleep(pollMs, undefined, { signal: stop }).catch(() => undefined);

const never = (): AbortSignal => new AbortController().signal;
const notMade = unavailable('database', 'the backup was not made', 'rejected');
const stillPacks = unavailable('database', 'the backup is still being packed', 'timeout');

const fetchBytes = async (
  url: string,
  from: number,
  stop: AbortSignal,
): Promise<Either<Unavailable, AsyncIterable<Uint8Array>>> => {
  const signal = AbortSignal.any([stop, AbortSignal.timeout(responseDeadlineMs)]);
  const headers = { range: `bytes=${from}-` };
  const answer = await fetch(url, { redirect: 'error', signal, headers }).catch(() => null);
  if (answer === null) return E.left(unavailable('database', 'the backup is not sent', 'unavailable'));
  const isWanted = answer.status === 206 || (answer.status === 200 && from === 0);
  if (isWanted && answer.body !== null) return E.right(untilCut(answer.body));
  await answer.body?.cancel();
  return E.left(unavailable('database', `the backup is answered with ${answer.status}`, 'rejected'));
};

type Send = <A>(
  codec: t.Decoder<unknown, A>,
  method: string,
  path: string,
  body?: object,
) => TaskEither<Unavailable, A>;

/**
 * Waits until PocketBase packs nothing any more; answers the size of a backup in bytes, and `null` where there is none.
 * PocketBase tells a superuser with its health whether it could begin to pack.
 */
const settledSize =
  (send: Send) =>
  async (name: string, stop: AbortSignal): Promise<Either<Unavailable, number | null>> => {
    const health = send(Health, 'GET', '/api/health');
    const list = send(List, 'GET', '/api/backups');
    const found = pipe(
      health,
      TE.flatMap(({ data }) =>
        TE.map((listed: readonly Listed[]) => ({
          packs: !data.canBackup,
          size: listed.find(({ key }) => key === name)?.size,
        }))(list),
      ),
    );
    const deadline = performance.now() + packDeadlineMs;
    let failedLooks = 0;
    let absentLooks = 0;
    while (!stop.aborted && performance.now() < deadline) {
      const look = await found();
      failedLooks = E.isLeft(look) ? failedLooks + 1 : 0;
      if (E.isLeft(look) && failedLooks === maxFailedLooks) return look;
      if (E.isRight(look) && !look.right.packs) {
        if (look.right.size !== undefined) return E.right(look.right.size);
        absentLooks += 1;
        if (absentLooks === maxAbsentLooks) return E.right(null);
      }
      await pause(stop);
    }
    return E.left(stillPacks);
  };

/** Opens the backups of a PocketBase. Opening sends nothing. */
export const pocketbaseBackups = (options: PocketbaseOptions): PocketbaseBackups => {
  const client = pocketbaseClient(options);
  const send: Send = (codec, method, path, body) =>
    pipe(
      client.send(
        codec,
        () => ({ method, path, ...(body && { body }) }),
        method === 'GET' ? {} : { deadlineMs: responseDeadlineMs },
      ),
      TE.mapLeft(outageOfRejection()),
    );
  const settled = settledSize(send);
  return {
    create:
      (name, stop = never()) =>
      async () => {
        const answer = await Promise.race([send(t.unknown, 'POST', '/api/backups', { name })(), aborted(stop)]);
        const failure = answer !== null && E.isLeft(answer) ? answer.left : null;
        if (failure?.kind === 'rejected') return E.left(failure);
        const size = await settled(name, stop);
        if (E.isLeft(size)) return size;
        return size.right === null ? E.left(failure ?? notMade) : E.right(size.right);
      },
    read: (name, from, stop = never()) =>
      pipe(
        client.call(FileToken, (pb, { signal }) => pb.files.getToken({ signal })),
        TE.mapLeft(outageOfRejection()),
        TE.flatMap((token) => () => {
          const path = `/api/backups/${name}?token=${encodeURIComponent(token)}`;
          return fetchBytes(`${options.url}${path}`, from, stop);
        }),
      ),
    remove: (name) => async () => {
      const size = await settled(name, never());
      if (E.isLeft(size)) return size;
      return size.right === null
        ? E.right(undefined)
        : pipe(
            send(t.unknown, 'DELETE', `/api/backups/${name}`),
            TE.map(() => undefined),
          )();
    },
    list: pipe(
      send(List, 'GET', '/api/backups'),
      TE.map((listed) =>
        listed.map(({ key, modified }) => ({ name: key, madeAt: Date.parse(modified.replace(' ', 'T')) })),
      ),
    ),
    count: (collection) =>
      pipe(
        client.send(Page, () => ({ method: 'GET', path: recordsPath(collection, null, { perPage: 1, fields: 'id' }) })),
        TE.mapLeft(outageOfRejection()),
        TE.map(({ totalItems }) => totalItems),
      ),
  };
};
