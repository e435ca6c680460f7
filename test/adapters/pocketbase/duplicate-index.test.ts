import { attemptFingerprints, digestNo } from '@portcullis/contracts/builders';
import { maxCount } from '@portcullis/domain/ports';
import { expect } from 'chai';
import { storesOver } from '../../support/records/stores-over.ts';
import { mustFail, mustSucceed } from '../../support/run.ts';
import { usePocketbase } from '../../support/servers/pocketbase.ts';

const day = 86_400;

describe('the duplicate index in PocketBase', function () {
  this.timeout(60_000);
  const database = usePocketbase();
  beforeEach(() => database().empty());

  const register = () => storesOver(database().client).duplicateIndex;

  /** Answers the rows of a collection, without the columns that PocketBase adds. */
  const rowsOf = async (collection: string) =>
    (await database().admin.collection(collection).getFullList({ sort: 'kind' })).map(
      ({ id: _, collectionId: __, collectionName: ___, ...columns }) => columns,
    );

  it('stores the digests, the profile and the time, and nothing else', async () => {
    await mustSucceed(register().record(attemptFingerprints({ attempt: 2 }), day));
    const acme = { partner_key: 'acme' };
    const reference = digestNo(901);
    expect(await rowsOf('sightings')).to.deep.equal([
      { ...acme, kind: 'device', digest: digestNo(4), reference },
      { ...acme, kind: 'document', digest: digestNo(1), reference },
      { ...acme, kind: 'image', digest: digestNo(3), reference },
      { ...acme, kind: 'person', digest: digestNo(2), reference },
    ]);
    const seen = { profile: 'profile00000001', attempt: 2, at: '2026-05-01T10:00:00.000Z' };
    expect(await rowsOf('sighting_times')).to.deep.equal([
      { ...acme, kind: 'device', digest: digestNo(4), ...seen },
      { ...acme, kind: 'document', digest: digestNo(1), ...seen },
      { ...acme, kind: 'reference', digest: reference, ...seen },
    ]);
  });

  it('counts up to a limit, and frequent digests hide no others', async () => {
    const many = async (collection: string, kind: string, digest: string, columns: object) => {
      const given = Object.entries({ partner_key: "'acme'", kind: `'${kind}'`, digest: `'${digest}'`, ...columns });
      await database().admin.sql.run(
        `WITH RECURSIVE count(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM count WHERE n < ${maxCount + 1})
         INSERT INTO ${collection} (id, ${given.map(([name]) => name).join()})
         SELECT printf('${kind.slice(0, 3)}%012d', n), ${given.map(([, value]) => value).join()} FROM count`,
      );
    };
    const references = { reference: "printf('%064d', n)" };
    const attempts = { profile: "printf('profile%08d', n)", attempt: '1', at: "'2026-05-01T09:00:00.000Z'" };
    const other = attemptFingerprints({ profileId: 'profile00000002', reference: digestNo(902) });
    // The rows stand before the other one and after it, whatever the order in which the database answers.
    await many('sightings', 'document', digestNo(1), references);
    await many('sighting_times', 'document', digestNo(1), attempts);
    await mustSucceed(register().record(other, day));
    await many('sightings', 'image', digestNo(3), references);
    await many('sighting_times', 'device', digestNo(4), attempts);
    expect(await mustSucceed(register().record(attemptFingerprints(), day))).to.deep.include({
      others: { document: maxCount, person: 1, image: maxCount, device: 1 },
      attempts: { document: maxCount, device: maxCount, reference: 1 },
    });
  });

  it('reports a refusal as an outage, as the claims of device events do, and not as a claimed event', async () => {
    const use = { eventId: '1708102555327.NLOjmg', profileId: 'abc000000000001', attempt: -1 };
    const failures = [
      await mustFail(storesOver(database().client).deviceEventClaims.claim(use)),
      await mustFail(register().record(attemptFingerprints({ attempt: -1 }), day)),
      await mustFail(register().partnerKey('a'.repeat(10_001))),
    ];
    for (const failure of failures)
      expect(failure).to.include({ _tag: 'Unavailable', service: 'database', kind: 'rejected' });
  });
});
