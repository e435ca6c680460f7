import type { KeyClaim } from '@portcullis/domain';
import { expect } from 'chai';
import { aKeyring } from '../../support/builders/keyrings.ts';
import { aChangeOf, aNew, freshId } from '../../support/builders/profiles.ts';
import { mustSucceed } from '../../support/run.ts';
import { usePocketbase } from '../../support/servers/pocketbase.ts';
import { storesOver } from '../../support/services/stores-over.ts';

const claimOf = (): KeyClaim => ({
  key: 'a1'.repeat(32),
  request: 'b2'.repeat(32),
  owner: freshId('try'),
  operation: 'c3'.repeat(32),
  now: '2026-05-01T10:00:00.000Z',
  heldUntil: '2026-05-01T10:00:10.000Z',
  keptUntil: '2026-05-04T10:00:00.000Z',
});
const answer = { status: 200, headers: {}, body: '{"claimed":{"full_name":"Anna Eriksson"}}' };

describe('stored responses that are encrypted with the key of their profile', function () {
  this.timeout(20_000);
  const database = usePocketbase();
  beforeEach(() => database().empty());

  /** Opens the stores of a process that has no keys in memory. */
  const start = () => {
    const { client } = database();
    const stores = storesOver(client, aKeyring('a'));
    return {
      keys: stores.idempotencyKeys,
      profiles: stores.profiles,
      eraser: stores.eraser,
    };
  };

  const opened = async () => {
    const stores = start();
    const added = aNew();
    await mustSucceed(stores.profiles.insert(added, null));
    const claim = claimOf();
    await mustSucceed(stores.keys.claim(claim));
    return { ...stores, profile: added.profile, claim };
  };

  const answerRows = () => database().admin.collection('idempotency_keys').getFullList();

  it('become unreadable with that key, wherever a copy of them is', async () => {
    const { claim, eraser, keys, profile } = await opened();
    await mustSucceed(keys.complete(claim, answer, profile.id));
    const [copy] = await answerRows();
    expect(JSON.stringify(copy)).not.to.include('Eriksson');
    await mustSucceed(eraser.erase(profile));
    await database().admin.collection('idempotency_keys').update(`${copy?.id}`, { answer: copy?.['answer'] });
    expect(await mustSucceed(start().keys.claim(claimOf()))).to.deep.equal({ state: 'erased' });
  });

  it('are not stored when the profile is erased before', async () => {
    const { claim, eraser, keys, profile, profiles } = await opened();
    await mustSucceed(profiles.commit(aChangeOf(profile, { reference: '', current: false, salt: '', claimed: {} })));
    await mustSucceed(eraser.erase(profile));
    expect(await mustSucceed(keys.complete(claim, answer, profile.id))).to.equal(true);
    expect((await answerRows()).map((row) => row['answer'])).to.deep.equal([null]);
    expect(await mustSucceed(keys.claim(claimOf()))).to.deep.equal({ state: 'erased' });
  });
});
