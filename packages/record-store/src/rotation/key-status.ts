import { E, type Either, pipe, type TaskEither, type Unavailable } from '@portcullis/domain';
import { allOf, compare } from '../driver/condition.ts';
import type { RecordDriver } from '../driver/record-driver.ts';
import { notZeroed } from '../keys/data-keys.ts';
import { markerRow } from '../keys/sealed-marker.ts';
import { type KeyTable, oneRowPerKey } from '../keys/wrapped-keys.ts';
import {
  type PlaintextCategory,
  plaintextCategories,
  plaintextRows,
  type UnboundCategory,
  unboundCategories,
  unboundRows,
} from './plaintext-rows.ts';

/** How many keys one key of the keyring wraps: data keys of profiles, and keys of the service itself. */
export type KeyUsage = { readonly keyId: string; readonly dataKeys: number; readonly serviceKeys: number };

/** How the personal data of a database is stored. */
export type KeyStatus = {
  readonly keyUsage: readonly KeyUsage[];
  readonly plaintextCount: { readonly [Category in PlaintextCategory]: number };
  /** Rows that are not sealed together with their columns, apart from those in plaintext. */
  readonly unboundCount: { readonly [Category in UnboundCategory]: number };
  /** Whether the database is marked as sealed. Only a holder of the keyring can tell whether the mark is genuine. */
  readonly isSealed: boolean;
};

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

/** How many of the rows of a category are counted as plaintext already. */
const plaintextOf = (category: UnboundCategory, plaintext: KeyStatus['plaintextCount']): number => {
  if (category === 'lists') return plaintext.notes;
  return category === 'files' || category === 'profiles' ? plaintext[category] : 0;
};

/** Counts what is sealed under which key, and what is in plaintext. It needs no key. */
export const keyStatus =
  (driver: RecordDriver): TaskEither<Unavailable, KeyStatus> =>
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
    const plaintextCount = {
      profiles: 0,
      files: 0,
      entries: 0,
      sighting_keys: 0,
      service_keys: 0,
      answers: 0,
      notes: 0,
    };
    for (const category of plaintextCategories) {
      const counted = await driver.count(plaintextRows[category].table, plaintextRows[category].filter)();
      if (E.isLeft(counted)) return counted;
      plaintextCount[category] = counted.right;
    }
    const unboundCount = {
      profiles: 0,
      files: 0,
      policies: 0,
      settings: 0,
      lists: 0,
      device_events: 0,
      access_log: 0,
      webhook_endpoints: 0,
      staff_members: 0,
      staff_sessions: 0,
      review_claims: 0,
      clients: 0,
      policy_drafts: 0,
    };
    for (const category of unboundCategories) {
      const counted = await driver.count(unboundRows[category].table, unboundRows[category].filter)();
      if (E.isLeft(counted)) return counted;
      const plaintext = plaintextOf(category, plaintextCount);
      unboundCount[category] = Math.max(0, counted.right - plaintext);
    }
    const marks = await driver.count('service_keys', markerRow)();
    return pipe(
      marks,
      E.map((found) => ({ keyUsage, plaintextCount, unboundCount, isSealed: found > 0 })),
    );
  };
