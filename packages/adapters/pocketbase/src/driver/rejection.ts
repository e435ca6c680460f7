import type { Unavailable } from '@portcullis/domain';
import type { ExternalService } from '@portcullis/domain/kernel';
import type { WriteRejection } from '@portcullis/record-store/driver';
import { type PocketbaseRejection, unexpectedRejection } from '../client/failure.ts';

/** Whether PocketBase says that what was asked for is missing: it answers 404 whatever went wrong with one row. */
export const saysMissing = (failure: PocketbaseRejection | Unavailable): boolean =>
  failure._tag === 'Rejected' && failure.status === 404;

const columnsWith = ({ codes }: PocketbaseRejection, code: string): readonly string[] =>
  Object.keys(codes).filter((column) => codes[column] === code);

/** Converts the rejection of a write. */
export const writeRejection =
  (service: ExternalService = 'database') =>
  (failure: PocketbaseRejection | Unavailable): WriteRejection | Unavailable => {
    if (failure._tag === 'Unavailable') return failure;
    const write = failure.batchIndex ?? 0;
    const missing = columnsWith(failure, 'validation_missing_rel_records');
    if (missing.length > 0) return { _tag: 'MissingReference', write, columns: missing };
    const taken = columnsWith(failure, 'validation_not_unique');
    if (taken.length > 0) return { _tag: 'NotUnique', write, columns: taken };
    return failure.status === 404
      ? { _tag: 'NoSuchRow', write }
      : unexpectedRejection(service, failure, 'write_refused');
  };
