import { pipe, type TaskEither, TE, type Unavailable } from '@portcullis/domain';
import { getRow, type RowCodec } from '../driver/read-rows.ts';
import type { RecordDriver, Row, WriteRejection } from '../driver/record-driver.ts';
import { ofDatabase, unexpectedRejection } from '../driver/rejection.ts';
import type { TableName } from '../driver/tables.ts';
import type { RotationOutcome } from './rotation-part.ts';

/** A row as it is now, or `null` when it is gone. */
export const readRow = <A>(
  driver: RecordDriver,
  table: TableName,
  id: string,
  codec: RowCodec<A>,
): TaskEither<Unavailable, A | null> => pipe(getRow(driver, table, id, codec), TE.mapLeft(ofDatabase));

/** The outcome of an update. A row that is gone counts as rotated, and is never created again. */
export const rotationOutcomeOf = (
  updated: TaskEither<WriteRejection | Unavailable, void>,
): TaskEither<Unavailable, RotationOutcome> =>
  pipe(
    updated,
    TE.map((): RotationOutcome => 'rotated'),
    TE.orElse((failure) =>
      failure._tag === 'NoSuchRow'
        ? TE.right<Unavailable, RotationOutcome>('rotated')
        : TE.left(ofDatabase(unexpectedRejection()(failure))),
    ),
  );

/** Updates columns of an existing row. */
export const patchRow = (
  driver: RecordDriver,
  table: TableName,
  id: string,
  columns: Row,
): TaskEither<Unavailable, RotationOutcome> =>
  rotationOutcomeOf(driver.transaction([{ kind: 'update', table, id, columns }]));
