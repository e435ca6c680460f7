import { E, type Either, type TaskEither, type Unavailable } from '@portcullis/domain';
import { compare } from '../driver/condition.ts';
import { IdRow, pageOfRows } from '../driver/read-rows.ts';
import type { RecordDriver } from '../driver/record-driver.ts';
import type { BucketOwner } from './bucket-owner.ts';

/** The fault of the place of files, and its remedy. */
type ObjectFault = { readonly what: string; readonly remedy: string };

const storeMissing: ObjectFault = {
  what: 'Files are in an object store, and FILES_URL is not set.',
  remedy: 'Set FILES_URL and its keys as they were.',
};

const ofAnotherInstallation: ObjectFault = {
  what: 'The objects at FILES_URL are those of another installation.',
  remedy: 'Name another bucket or prefix: each installation needs its own.',
};

const objectsElsewhere: ObjectFault = {
  what: 'Files are in an object store, and the place that FILES_URL names has no object that is named installation.',
  remedy:
    'Set FILES_URL and its keys as they were, or copy the objects there, with the one that is named installation.',
};

const noFaults: Either<Unavailable, readonly ObjectFault[]> = E.right([]);

/** A fault where a row names an object. */
const faultWhereNamed =
  (driver: RecordDriver, fault: ObjectFault): TaskEither<Unavailable, readonly ObjectFault[]> =>
  async () => {
    const query = { filter: compare('object_key', '>', ''), columns: ['id'], limit: 1 };
    const found = await pageOfRows(driver, 'files', IdRow, query)();
    if (E.isLeft(found)) return found;
    return E.right(found.right.length > 0 ? [fault] : []);
  };

/**
 * Finds what keeps the files that rows name from being read: rows of objects where there is no object store (`null`),
 * and an object store of another installation, or without the objects that are named.
 */
export const objectFaults = (
  driver: RecordDriver,
  owner: BucketOwner | null,
): TaskEither<Unavailable, readonly ObjectFault[]> =>
  owner === null
    ? faultWhereNamed(driver, storeMissing)
    : async () => {
        const seen = await owner.look();
        if (E.isLeft(seen)) return seen;
        if (seen.right === 'other') return E.right([ofAnotherInstallation]);
        return seen.right === 'nobody' ? faultWhereNamed(driver, objectsElsewhere)() : noFaults;
      };

/** Finds the same, and makes a place without objects, which no row names, this installation's. */
export const checkObjects =
  (driver: RecordDriver, owner: BucketOwner | null): TaskEither<Unavailable, readonly ObjectFault[]> =>
  async () => {
    const found = await objectFaults(driver, owner)();
    if (owner === null || E.isLeft(found) || found.right.length > 0) return found;
    const claimed = await owner.claim();
    if (E.isLeft(claimed)) return claimed;
    return E.right(claimed.right === 'own' ? [] : [ofAnotherInstallation]);
  };
