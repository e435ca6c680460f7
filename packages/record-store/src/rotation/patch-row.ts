import { pipe, type TaskEither, TE, type Unavailable } from '@portcullis/domain';
import type { RecordDriver, Row } from '../driver/record-driver.ts';
import { ofDatabase, unexpectedRejection } from '../driver/rejection.ts';
import type { TableName } from '../driver/tables.ts';
import type { RotationOutcome } from './rotation-part.ts';

/** Updates columns of an existing row. A row that is gone counts as rotated, and is never created again. */
export const patchRow = (
  driver: RecordDriver,
  table: TableName,
  id: string,
  columns: Row,
): TaskEither<Unavailable, RotationOutcome> =>
  pipe(
    driver.transaction([{ kind: 'update', table, id, columns }]),
    TE.map((): RotationOutcome => 'rotated'),
    TE.orElse((failure) =>
      failure._tag === 'NoSuchRow'
        ? TE.right<Unavailable, RotationOutcome>('rotated')
        : TE.left(ofDatabase(unexpectedRejection()(failure))),
    ),
  );
