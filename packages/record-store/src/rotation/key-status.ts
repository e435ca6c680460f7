import { E, type Either, pipe, type TaskEither, type Unavailable } from '@portcullis/domain';
import { allOf, compare } from '../driver/condition.ts';
import type { RecordDriver } from '../driver/record-driver.ts';
import { notZeroed } from '../keys/data-keys.ts';
import { type KeyTable, oneRowPerKey } from '../keys/wrapped-keys.ts';

/** How many keys one key of the keyring wraps: data keys of profiles, and keys of the service itself. */
export type KeyUsage = { readonly keyId: string; readonly dataKeys: number; readonly serviceKeys: number };

const keyIdsIn = async (driver: RecordDriver, table: KeyTable): Promise<Either<Unavailable, readonly string[]>> =>
  pipe(
    await oneRowPerKey(driver, table)(),
    E.map((rows) => rows.map(({ keyId }) => keyId)),
  );

const usageOf = async (driver: RecordDriver, keyId: string): Promise<Either<Unavailable, KeyUsage>> => {
  const dataKeys = await driver.count('data_keys', allOf([compare('key_id', '=', keyId), notZeroed]))();
  if (E.isLeft(dataKeys)) return dataKeys;
  const serviceKeys = await driver.count('service_keys', compare('key_id', '=', keyId))();
  return pipe(
    serviceKeys,
    E.map((own) => ({ keyId, dataKeys: dataKeys.right, serviceKeys: own })),
  );
};

/** Counts what is sealed under which key. It needs no key. */
export const keyStatus =
  (driver: RecordDriver): TaskEither<Unavailable, readonly KeyUsage[]> =>
  async () => {
    const ofProfiles = await keyIdsIn(driver, 'data_keys');
    if (E.isLeft(ofProfiles)) return ofProfiles;
    const own = await keyIdsIn(driver, 'service_keys');
    if (E.isLeft(own)) return own;
    const keyUsage: KeyUsage[] = [];
    for (const keyId of new Set([...ofProfiles.right, ...own.right])) {
      const counted = await usageOf(driver, keyId);
      if (E.isLeft(counted)) return counted;
      keyUsage.push(counted.right);
    }
    return E.right(keyUsage);
  };
