import { eraseAgain, holdProfile } from '@portcullis/backoffice';
import { verifyChain } from '@portcullis/domain';
import { expect } from 'chai';
import { mustFail, mustSucceed } from '../../../support/run.ts';
import { aPerson, aService, ledgerOf, stored } from '../../../support/services/memory-service.ts';

const byRestore = { because: 'retention', by: 'restore' } as const;

describe('an erasure that a restored database does not know', () => {
  it('is requested again of an open profile, with its cause, in the name of what restored', async () => {
    const service = aService();
    const { id } = await aPerson(service, { claimed: { lastName: 'Eriksson' } });
    const erased = await mustSucceed(eraseAgain(service)({ id, ...byRestore }));
    expect(erased).to.include({ reference: '', salt: '' });
    expect(erased.redaction).to.deep.include({ because: 'retention', by: { type: 'machine', id: 'restore' } });
    expect(await mustSucceed(eraseAgain(service)({ id, ...byRestore }))).to.deep.equal(erased);
  });

  it('releases a legal hold of the time of the backup, which must have been released before the erasure', async () => {
    const service = aService();
    const { id } = await aPerson(service, {});
    await mustSucceed(holdProfile(service)({ id, held: true, by: 'counsel', note: null }));
    await mustSucceed(eraseAgain(service)({ id, ...byRestore }));
    const entries = await ledgerOf(service, id);
    const types = entries.map(({ type }) => type);
    expect(types.slice(types.indexOf('profile.hold_set'))).to.include.members([
      'profile.hold_released',
      'profile.erasure_requested',
    ]);
    expect(verifyChain(id, entries, await stored(service, id))).to.have.property('ok', true);
  });

  it('of a profile that the backup does not have is not found', async () => {
    const missing = await mustFail(eraseAgain(aService())({ id: 'nobody000000000', ...byRestore }));
    expect(missing).to.include({ _tag: 'NotFound' });
  });
});
