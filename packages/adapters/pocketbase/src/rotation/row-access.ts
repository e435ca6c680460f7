import { pipe, type TaskEither, TE, t, type Unavailable } from '@portcullis/domain';
import type { PocketbaseClient } from '../client/client.ts';
import { asOutage } from './clear-rows.ts';
import type { Mended } from './part.ts';

/** A row as it is now, or `null` when it is gone. */
export const readRow = <A>(
  client: PocketbaseClient,
  codec: t.Decoder<unknown, A>,
  collection: string,
  id: string,
): TaskEither<Unavailable, A | null> =>
  pipe(
    client.call(codec, (pb, options) => pb.collection(collection).getOne(id, options)),
    TE.orElse((failure) =>
      failure._tag === 'Refused' && failure.status === 404 ? TE.right(null) : TE.left(asOutage(failure)),
    ),
  );

/** Updates columns of an existing row. A row that is gone is never created again. */
export const patchRow = (
  client: PocketbaseClient,
  collection: string,
  id: string,
  columns: { readonly [column: string]: unknown } | FormData,
  deadlineMs?: number,
): TaskEither<Unavailable, Mended> =>
  pipe(
    client.call(
      t.type({ id: t.string }),
      (pb, options) => pb.collection(collection).update(id, columns, options),
      deadlineMs === undefined ? {} : { deadlineMs },
    ),
    TE.map((): Mended => 'mended'),
    TE.orElse((failure) =>
      failure._tag === 'Refused' && failure.status === 404
        ? TE.right<Unavailable, Mended>('mended')
        : TE.left(asOutage(failure)),
    ),
  );
