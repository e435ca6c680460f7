import { pipe, type TaskEither, TE, t, type Unavailable } from '@portcullis/domain';
import type { PocketbaseClient } from '../client/client.ts';
import { toUnavailable } from './plaintext-rows.ts';
import type { RotationOutcome } from './rotation-part.ts';

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
      failure._tag === 'Refused' && failure.status === 404 ? TE.right(null) : TE.left(toUnavailable(failure)),
    ),
  );

/** Updates columns of an existing row. A row that is gone is never created again. */
export const patchRow = (
  client: PocketbaseClient,
  collection: string,
  id: string,
  columns: { readonly [column: string]: unknown } | FormData,
  deadlineMs?: number,
): TaskEither<Unavailable, RotationOutcome> =>
  pipe(
    client.call(
      t.type({ id: t.string }),
      (pb, options) => pb.collection(collection).update(id, columns, options),
      deadlineMs === undefined ? {} : { deadlineMs },
    ),
    TE.map((): RotationOutcome => 'mended'),
    TE.orElse((failure) =>
      failure._tag === 'Refused' && failure.status === 404
        ? TE.right<Unavailable, RotationOutcome>('mended')
        : TE.left(toUnavailable(failure)),
    ),
  );
