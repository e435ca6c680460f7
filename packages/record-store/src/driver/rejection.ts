import type { Unavailable } from '@portcullis/domain';
import { contradictedRecord, type ExternalService } from '@portcullis/domain/kernel';
import type { WriteRejection } from './record-driver.ts';

/** Converts a rejection that the caller does not expect into an outage; it names columns, and no values. */
export const unexpectedRejection =
  (service: ExternalService = 'database') =>
  (failure: WriteRejection | Unavailable): Unavailable => {
    if (failure._tag === 'Unavailable') return failure;
    const columns = 'columns' in failure ? ` (${failure.columns.join()})` : '';
    return contradictedRecord(`write ${failure.write} was rejected: ${failure._tag}${columns}`, service);
  };

/** Work on rows is work on the database, also where they are rows of files. */
export const ofDatabase = (failure: Unavailable): Unavailable => ({ ...failure, service: 'database' });

/** Whether one of these columns was not unique. */
export const isNotUnique = (failure: WriteRejection | Unavailable, ...columns: readonly string[]): boolean =>
  failure._tag === 'NotUnique' && columns.some((column) => failure.columns.includes(column));
