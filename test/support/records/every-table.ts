import type { ProfileId } from '@portcullis/domain';
import type { RecordStore } from '@portcullis/record-store';
import type { RecordDriver, Write } from '@portcullis/record-store/driver';
import { aPolicy } from '../builders/policies.ts';
import { mustSucceed } from '../run.ts';
import { everyCall } from './every-call.ts';
import { aFileOf, aPerson, storeRecords } from './stored-records.ts';

/** The calls that remove what others have stored, or take long. */
const isLeftOut = (name: string): boolean => /^(prune|purge|erase|remove|release|check|keyStatus|find)/i.test(name);

/** Rows of tables to which the stores write in few cases. */
const moreRows = (profile: ProfileId): readonly Write[] => [
  { kind: 'insert', table: 'liveness_sessions', row: { session: 'a-session', profile } },
  { kind: 'insert', table: 'webhook_tries', row: { endpoint: 'w7', at: '2026-05-01T10:00:00.000Z', lines: '[]' } },
  {
    kind: 'insert',
    table: 'work_leases',
    row: { work: 'sweep', generation: 1, holder: 'one', held_until: '2026-05-01T10:00:00.000Z' },
  },
  { kind: 'insert', table: 'settings', row: { name: 'support', value: { phone: '+49 30 1234', hours: [9, 17] } } },
];

/**
 * Stores something in every table: people with files, one of them erased, and whatever else the stores keep. Answers
 * who was erased.
 */
export const fillEveryTable = async (
  driver: RecordDriver,
  stores: RecordStore,
): Promise<{ readonly erased: ProfileId }> => {
  await mustSucceed(stores.keys.prepare);
  const { kept } = await storeRecords(stores, 3);
  await mustSucceed(driver.transaction(moreRows(kept[0]?.change.profile.id ?? '')));
  // The answer of a call does not matter here: some of them are refused, because others were before them.
  for (const [name, call] of Object.entries(everyCall(stores))) if (!isLeftOut(name)) await call();
  await mustSucceed(stores.policyRepository.add(aPolicy(), null));
  const gone = aPerson();
  await mustSucceed(stores.profiles.insert(gone, null));
  await mustSucceed(stores.files.put(aFileOf(gone.profile.id)));
  await mustSucceed(stores.eraser.erase(gone.profile));
  return { erased: gone.profile.id };
};
