import type { MachinePrincipal } from '@portcullis/domain';
import { expect } from 'chai';
import { mustFail, mustSucceed } from '../../../../support/run.ts';
import { aPerson, aService, ledgerOf, partner, stored } from '../../../../support/services/memory-service.ts';

const reader: MachinePrincipal = { ...partner, scopes: ['profiles:read'] };
const month = 30 * 86_400_000;

/** A profile whose time has ended, and that nothing has expired yet. */
const overdue = async () => {
  const person = await aPerson(aService());
  person.service.clock.advance(month);
  return person;
};

describe('a profile that is read', () => {
  it('with profiles:read alone shows what has become due, and nothing of it is written', async () => {
    const { id, service } = await overdue();
    const before = await stored(service, id);
    const { profile } = await mustSucceed(service.get({ caller: reader, id }));
    expect([profile.status, profile.statusReasons]).to.deep.equal(['expired', ['flow_expired_unopened']]);
    expect(await stored(service, id)).to.deep.equal(before);
    expect((await ledgerOf(service, id)).map(({ type }) => type)).to.deep.equal(['created']);
  });

  it('with profiles:write too is written, with the version that was shown before', async () => {
    const { id, service } = await overdue();
    const shown = await mustSucceed(service.get({ caller: reader, id }));
    const written = await mustSucceed(service.get({ caller: partner, id }));
    expect(written.profile.version).to.equal(shown.profile.version);
    expect((await stored(service, id)).status).to.equal('expired');
  });

  it('may be changed under the version that was shown, before and after what is due is written', async () => {
    const { id, service } = await overdue();
    const { version } = (await mustSucceed(service.get({ caller: reader, id }))).profile;
    const append = (expectedVersion: number) =>
      service.append({
        caller: partner,
        id,
        type: 'partner.called',
        occurredAt: null,
        outcome: null,
        data: {},
        expectedVersion,
      });
    expect(await mustFail(append(version + 1))).to.deep.equal({ _tag: 'PreconditionFailed' });
    expect((await mustSucceed(append(version))).seq).to.equal(version + 1);
  });
});
