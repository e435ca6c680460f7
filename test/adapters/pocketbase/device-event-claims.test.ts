import { expect } from 'chai';
import { storesOver } from '../../support/records/stores-over.ts';
import { mustFail, mustSucceed } from '../../support/run.ts';
import { usePocketbase } from '../../support/servers/pocketbase.ts';

const use = { eventId: '1708102555327.NLOjmg', profileId: 'abc000000000001', attempt: 2 };

describe('the device event claims in PocketBase', function () {
  this.timeout(60_000);
  const database = usePocketbase();

  beforeEach(() => database().empty());

  it('store who used an event first, and of the event only a digest', async () => {
    await mustSucceed(storesOver(database().client).deviceEventClaims.claim(use));
    const rows = await database().admin.collection('device_events').getFullList();
    const { id, collectionId, collectionName, ...columns } = rows[0] ?? {};
    expect(columns).to.deep.equal({
      event: rows[0]?.['event'],
      profile: 'abc000000000001',
      attempt: 2,
    });
    expect(rows[0]?.['event']).to.match(/^#[0-9a-f]{64}$/);
    expect(JSON.stringify(rows)).to.not.include(use.eventId);
  });

  it('report a refusal for another reason as an outage, and not as a claimed event', async () => {
    const register = storesOver(database().client).deviceEventClaims;
    const failure = await mustFail(register.claim({ ...use, attempt: -1 }));
    expect(failure).to.include({ _tag: 'Unavailable', service: 'database', kind: 'rejected' });
  });
});
