import { isHoldEntry } from '@portcullis/backoffice/ports';
import { type Profile, verifyChain } from '@portcullis/domain';
import { expect } from 'chai';
import { legalHoldStands } from '#domain/kernel/errors';
import { mustFail, mustSucceed } from '../../../support/run.ts';
import { aPerson, aService, ledgerOf, type Service, stored } from '../../../support/services/memory-service.ts';
import { aStaffMember } from '../../../support/services/review-desk.ts';
import { submitEverything } from '../../../support/services/submit-everything.ts';

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

  it('gives way to one of the operator, which staff neither replace nor release', async () => {
    const service = aService();
    const { id } = await aPerson(service);
    const admin = aStaffMember(7, ['admin']);
    await mustSucceed(service.hold({ id, held: true, by: admin, note: 'Case 7' }));
    const ordered = await mustSucceed(service.hold({ id, held: true, by: 'counsel', note: 'Court order' }));
    expect(ordered.legalHold).to.deep.include({ by: { type: 'operator', id: 'counsel' }, note: 'Court order' });
    expect(await mustSucceed(service.hold({ id, held: true, by: admin, note: 'Case 8' }))).to.deep.equal(ordered);
    expect(await mustFail(service.hold({ id, held: false, by: admin, note: null }))).to.deep.equal(legalHoldStands);
    expect(await mustFail(service.erase({ caller: admin, id }))).to.deep.equal(legalHoldStands);
    expect(await sound(service, ordered)).to.deep.include({ ok: true });
    const released = await mustSucceed(service.hold({ id, held: false, by: 'counsel', note: null }));
    expect(released.legalHold).to.equal(undefined);
    expect(await sound(service, released)).to.deep.include({ ok: true });
    const operator = { type: 'operator', id: 'operator' };
    const held = (await ledgerOf(service, id)).filter(isHoldEntry);
    expect(held.map(({ actor, personal, type }) => ({ actor, personal, type }))).to.deep.equal([
      { actor: { type: 'reviewer', id: admin.staffId }, personal: { note: 'Case 7' }, type: 'profile.hold_set' },
      { actor: operator, personal: { note: 'Court order', by: 'counsel' }, type: 'profile.hold_set' },
      { actor: operator, personal: { by: 'counsel' }, type: 'profile.hold_released' },
    ]);
  });
});
