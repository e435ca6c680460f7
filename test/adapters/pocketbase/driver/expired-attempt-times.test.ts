import { aChangeOf, attemptFingerprints, digestNo, noDigests } from '@portcullis/contracts/builders';
import type { Profile } from '@portcullis/domain';
import { expect } from 'chai';
import { aPerson, storesWith } from '../../../support/records/stored-records.ts';
import { textOf } from '../../../support/repository/files.ts';
import { mustSucceed } from '../../../support/run.ts';
import { usePocketbase } from '../../../support/servers/pocketbase.ts';

const destroyed = { reference: '', current: false, claimed: {}, metadata: {}, salt: '' };

/** Reads the statement from the operations page that deletes rows older than a day. */
const statement = (): string => {
  const [, found = ''] = textOf('docs/operations.md').match(/```sql\n(DELETE FROM sighting_times [^`]*);\n```/) ?? [];
  expect(found).to.contain("at < '2026-01-01'");
  return found.replace('2026-01-01', '2999-01-01');
};

describe('times of attempts that an operator deletes as the operations page describes', function () {
  this.timeout(60_000);
  const database = usePocketbase();
  beforeEach(() => database().empty());

  const eraseOne = async (profile: Profile): Promise<void> => {
    const { profiles, eraser } = storesWith(database());
    await mustSucceed(profiles.commit(aChangeOf(profile, destroyed)));
    await mustSucceed(eraser.erase(profile));
  };

  const rowsOf = (collection: string) => database().admin.collection(collection).getFullList({ sort: 'kind,digest' });

  it('are deleted, and every erasure still finds its rows', async () => {
    const { profiles, duplicateIndex } = storesWith(database());
    const first = aPerson().profile;
    const second = aPerson().profile;
    for (const profile of [first, second]) {
      const added = { ...aPerson(), profile };
      const entries = added.entries.map((entry) => ({ ...entry, profile_id: profile.id }));
      await mustSucceed(profiles.insert({ profile, entries }, null));
    }
    const again = { ...noDigests, document: [digestNo(1), digestNo(5)], image: [digestNo(6)], device: [digestNo(4)] };
    await mustSucceed(duplicateIndex.record(attemptFingerprints({ profileId: first.id }), 86_400));
    await mustSucceed(
      duplicateIndex.record(attemptFingerprints({ profileId: first.id, attempt: 2, digests: again }), 86_400),
    );
    const theirs = { ...noDigests, document: [digestNo(5)] };
    await mustSucceed(duplicateIndex.record(attemptFingerprints({ profileId: second.id, digests: theirs }), 86_400));
    expect(await rowsOf('sighting_times')).to.have.length(9);
    await database().admin.sql.run(statement());
    expect(await rowsOf('sighting_times')).to.have.length(6);

    await eraseOne(first);
    const left = (await rowsOf('sightings')).map(({ kind, digest }) => `${kind} ${digest}`);
    expect(left).to.deep.equal([
      `document ${digestNo(5)}`,
      `image ${digestNo(3)}`,
      `image ${digestNo(6)}`,
      `person ${digestNo(2)}`,
    ]);
    await eraseOne(second);
    expect([await rowsOf('sightings'), await rowsOf('sighting_times')]).to.deep.equal([[], []]);
  });
});
