import { endSessions } from '@portcullis/backoffice';
import type { StaffDirectory } from '@portcullis/backoffice/ports';
import { E, TE, unavailable } from '@portcullis/domain';
import { notFound, type StaffPrincipal, versionConflict } from '@portcullis/domain/kernel';
import { expect } from 'chai';
import { endSessionsOf } from '#backoffice/staff/end-sessions';
import { staffInMemory, staffMember } from '../../../support/http/the-staff.ts';
import { mustFail, mustSucceed } from '../../../support/run.ts';

describe('the end of all sessions of a member', () => {
  const opened = async () => {
    const staff = staffInMemory();
    const { staffDirectory, staffSessions } = staff;
    const { roles, tenant } = staffMember(['senior'], 'berlin');
    const { account } = await mustSucceed(staff.add({ username: 'rosa', name: 'Rosa Lind', roles, tenant }));
    await staff.signIn(account.member);
    const found = async () => await mustSucceed(staffDirectory.find('rosa'));
    /** Ends her sessions where each replacement of her account goes this way. */
    const endWhere = (replace: StaffDirectory['replace']) =>
      endSessions({ staffDirectory: { ...staffDirectory, replace }, staffSessions })('rosa');
    return { ...staff, account, endWhere, found };
  };

  it('raises the generation of an account that a sign-in has changed in between, and keeps the change', async () => {
    const { endWhere, found, staffDirectory } = await opened();
    let tries = 0;
    const count = await mustSucceed(
      endWhere((account) => async () => {
        tries += 1;
        if (tries === 1) await mustSucceed(staffDirectory.replace({ ...account, generation: 0, lastTotpStep: 7 }));
        return staffDirectory.replace(account)();
      }),
    );
    expect([count, tries]).to.deep.equal([1, 2]);
    expect(await found()).to.include({ generation: 1, lastTotpStep: 7, version: 3 });
  });

  it('raises no generation a second time that somebody else has raised in between', async () => {
    const { endWhere, found, staffDirectory } = await opened();
    const replace: StaffDirectory['replace'] = (account) => async () => {
      await mustSucceed(staffDirectory.replace({ ...account, isDisabled: true }));
      return staffDirectory.replace(account)();
    };
    expect(await mustSucceed(endWhere(replace))).to.equal(1);
    expect(await found()).to.include({ generation: 1, isDisabled: true, version: 2 });
  });

  it('ends no session, and says so, where the generation cannot be raised', async () => {
    const { account, endWhere, staffSessions } = await opened();
    const outage = unavailable('database', 'down');
    expect(await mustFail(endWhere(() => TE.left(outage)))).to.equal(outage);
    expect(await mustFail(endWhere(() => TE.left(versionConflict)))).to.include({ _tag: 'Unavailable' });
    expect(await mustSucceed(staffSessions.endAll(account.member.staffId))).to.equal(1);
  });

  it('raises nothing of a member whom the caller does not see', async () => {
    const { account, found, services, staffDirectory, staffSessions } = await opened();
    const callerOf = (partnerId: string, teamId: string | null): StaffPrincipal => ({
      kind: 'staff',
      ...staffMember(['admin']),
      tenant: { partnerId, teamId },
      sessionId: 'session00000001',
    });
    const { staffId } = account.member;
    const end = endSessionsOf({ staffDirectory, staffSessions });
    for (const caller of [callerOf('globex', null), callerOf('acme', 'hamburg')])
      expect(await end({ caller, staffId })()).to.deep.equal(E.left(notFound));
    expect(await found()).to.deep.equal(account);
    expect(await mustSucceed(services.endSessionsOf({ caller: callerOf('acme', null), staffId }))).to.equal(1);
    expect(await found()).to.include({ generation: 1 });
  });
});
