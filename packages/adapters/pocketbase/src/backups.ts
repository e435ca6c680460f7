import { setTimeout as sleep } from 'node:timers/promises';
import { E, type Either, pipe, type TaskEither, TE, type Unavailable, unavailable } from '@portcullis/domain';
import { t } from '@portcullis/domain/kernel';
import { type PocketbaseOptions, pocketbaseClient } from './client/client.ts';
import { outageOfRejection } from './client/failure.ts';

/** The one name: PocketBase packs one backup at a time, and the next one replaces the remains of an ended command. */
const name = 'portcullis.zip';

/** PocketBase ends every response after five minutes (`WriteTimeout`), and what it has begun goes on. */
const responseDeadlineMs = 290_000;
/** PocketBase packs everything that it has, and locks the database meanwhile. */
const packDeadlineMs = 3_600_000;
const pollMs = 500;
/** A request whose connection was cut may still have to be begun, so a missing backup is looked for twice. */
const maxAbsentLooks = 2;

const Health = t.type({ data: t.type({ canBackup: t.boolean }) });
const List = t.readonlyArray(t.type({ key: t.string, size: t.number }));
type Found = { readonly isPacking: boolean; readonly size: number | null };

/** PocketBase's own backup, which it keeps beside its data until it is removed. */
export type PocketbaseBackup = {
  /**
   * Packs the whole data folder, in place of an earlier backup; answers the number of bytes. Writers wait until it is
   * done. A request that is cut off does not end the packing: it is waited for, up to an hour.
   */
  readonly pack: TaskEither<Unavailable, number>;
  /** Opens the backup for reading from a byte on. It ends early where the connection is cut. */
  readonly read: (from: number) => TaskEither<Unavailable, AsyncIterable<Uint8Array>>;
  readonly remove: TaskEither<Unavailable, void>;
};

/** The chunks of a body up to its end, or to where it was cut off. */
async function* untilCut(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } catch {
    // The reader knows how many bytes there are.
  }
}

const fetchBytes = async (url: string, from: number): Promise<Either<Unavailable, AsyncIterable<Uint8Array>>> => {
  const signal = AbortSignal.timeout(responseDeadlineMs);
  const answer = await fetch(url, { redirect: 'error', signal, headers: { range: `bytes=${from}-` } }).catch(
    () => null,
  );
  if (answer === null) return E.left(unavailable('database', 'the backup is not sent', 'unavailable'));
  const isWanted = answer.status === 206 || (answer.status === 200 && from === 0);
  if (isWanted && answer.body !== null) return E.right(untilCut(answer.body));
  await answer.body?.cancel();
  return E.left(unavailable('database', `the backup is answered with ${answer.status}`, 'rejected'));
};

/** Waits until PocketBase packs nothing any more; answers the size of the backup in bytes. */
const packedSize = async (look: TaskEither<Unavailable, Found>): Promise<Either<Unavailable, number>> => {
  const deadline = performance.now() + packDeadlineMs;
  for (let absentLooks = 0; performance.now() < deadline; ) {
    const found = await look();
    if (E.isLeft(found)) return found;
    const { isPacking, size } = found.right;
    if (!isPacking && size !== null) return E.right(size);
    if (!isPacking) absentLooks += 1;
    if (absentLooks === maxAbsentLooks) return E.left(unavailable('database', 'the backup was not made', 'rejected'));
    await sleep(pollMs);
  }
  return E.left(unavailable('database', 'the backup is still being packed', 'timeout'));
};

/** Opens the backup of a PocketBase. Opening sends nothing. */
export const pocketbaseBackup = (options: PocketbaseOptions): PocketbaseBackup => {
  const client = pocketbaseClient(options);
  const send = <A>(codec: t.Decoder<unknown, A>, method: string, path: string, body?: object) =>
    pipe(
      client.send(codec, () => ({ method, path, ...(body && { body }) }), { deadlineMs: responseDeadlineMs }),
      TE.mapLeft(outageOfRejection()),
    );
  // PocketBase tells a superuser with its health whether it could begin to pack.
  const look: TaskEither<Unavailable, Found> = pipe(
    TE.Do,
    TE.bindW('health', () => send(Health, 'GET', '/api/health')),
    TE.bindW('listed', () => send(List, 'GET', '/api/backups')),
    TE.map(({ health, listed }) => ({
      isPacking: !health.data.canBackup,
      size: listed.find(({ key }) => key === name)?.size ?? null,
    })),
  );
  const remove: TaskEither<Unavailable, void> = async () => {
    const found = await look();
    if (E.isLeft(found)) return found;
    if (found.right.size === null) return E.right(undefined);
    return pipe(
      send(t.unknown, 'DELETE', `/api/backups/${name}`),
      TE.map(() => undefined),
    )();
  };
  return {
    pack: async () => {
      const removed = await remove();
      if (E.isLeft(removed)) return removed;
      const packed = await send(t.unknown, 'POST', '/api/backups', { name })();
      if (E.isLeft(packed) && packed.left.kind === 'rejected') return packed;
      return packedSize(look);
    },
    read: (from) =>
      pipe(
        client.call(t.string, (pb, { signal }) => pb.files.getToken({ signal })),
        TE.mapLeft(outageOfRejection()),
        TE.flatMap(
          (token) => () => fetchBytes(`${options.url}/api/backups/${name}?token=${encodeURIComponent(token)}`, from),
        ),
      ),
    remove,
  };
};
