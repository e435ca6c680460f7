import { notFound, type Profile, verifyChain } from '@portcullis/domain';
import { expect } from 'chai';
import { mustFail, mustSucceed } from '../../../../support/run.ts';
import { aPerson, aService, ledgerOf, type Service, stored } from '../../../../support/services/memory-service.ts';
import { aStaffMember } from '../../../../support/services/review-desk.ts';
import { submitEverything } from '../../../../support/services/submit-everything.ts';

const sound = async (service: Service, profile: Profile) =>
  verifyChain(profile.id, await ledgerOf(service, profile.id), profile);

describe('a legal hold of staff', () => {
  it('stands in a ledger that verifies before and after the erasure, and is released by the operator too', async () => {
    const service = aService();
    const person = await aPerson(service);
    const { id } = person;
    await submitEverything(person);
    const admin = aStaffMember(7, ['admin']);
    const by = { type: 'reviewer', id: admin.staffId };
    const held = await mustSucceed(service.hold({ id, held: true, by: admin, note: 'Case 7' }));
    expect(held.legalHold).to.deep.include({ by, note: 'Case 7' });
    expect(await sound(service, held)).to.deep.include({ ok: true });
    await mustSucceed(service.hold({ id, held: false, by: 'legal', note: null }));
    const erased = await mustSucceed(service.erase({ caller: admin, id }));
    expect(erased.redaction).to.deep.include({ because: 'requested', by });
    expect(await sound(service, await stored(service, id))).to.deep.include({ ok: true });
  });

  it('is set on no profile of another partner', async () => {
    const service = aService();
    const { id } = await aPerson(service);
    const foreign = { ...aStaffMember(7, ['admin']), tenant: { partnerId: 'globex', teamId: null } };
    expect(await mustFail(service.hold({ id, held: true, by: foreign, note: 'x' }))).to.deep.equal(notFound);
    expect((await stored(service, id)).legalHold).to.equal(undefined);
  });
});
