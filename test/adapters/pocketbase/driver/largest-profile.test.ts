import type { Claimed, Profile } from '@portcullis/domain';
import { expect } from 'chai';
import { rowIn } from '#contracts/drivers/driver-under-test';
import { aPerson, storesWith } from '../../../support/records/stored-records.ts';
import { mustSucceed } from '../../../support/run.ts';
import { usePocketbase } from '../../../support/servers/pocketbase.ts';

/** A profile takes so many changes from its partner and its person (`change-limit.ts`). */
const changes = 500;

/** A character that is as long in UTF-8 as any that is one unit of a text. */
const long = (length: number): string => '漢'.repeat(length);

/** The longest claim that the API takes, which each change adds to the row. */
const claimed: Claimed = {
  full_name: long(200),
  first_name: long(100),
  last_name: long(100),
  document_number: long(40),
  email: `${long(64)}@${long(189)}`,
  phone: '1'.repeat(32),
  address: long(500),
  gender: long(40),
  date_of_birth: '1974-08-12',
  document_type: 'passport',
  country: 'UTO',
};

const metadata = Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`${n}`.padStart(40, 'k'), long(500)]));

describe('the row of a profile in PocketBase, which limits the size of a field', function () {
  this.timeout(60_000);
  const database = usePocketbase();

  it('holds every claim of a profile that takes no further change, sealed', async () => {
    const { profile: first, entries } = aPerson();
    const at = first.createdAt;
    const evidence: Profile['evidence'] = Array.from({ length: changes }, () => ({
      kind: 'claimed' as const,
      claimed,
      attempt: 1,
      at,
    }));
    const profile: Profile = { ...first, claimed, metadata, evidence };
    const { profiles } = storesWith(database(), 'a');
    await mustSucceed(profiles.insert({ profile, entries }, null));
    expect(await mustSucceed(profiles.getAny(profile.id))).to.deep.equal(profile);
    const row = await rowIn(database(), 'profiles', profile.id);
    expect(JSON.stringify(row['data']).length).to.be.within(2_500_000, 4_000_000);
  });
});
