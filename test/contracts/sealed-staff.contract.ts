import { memoryClock } from '@portcullis/adapter-memory';
import { sequentialIds } from '@portcullis/adapter-memory/testing';
import { addStaff, changeStaff, endSessions, resetStaff } from '@portcullis/backoffice';
import { aMember, anAccount, aStaffSession } from '@portcullis/contracts/builders';
import { E } from '@portcullis/domain';
import { noSession } from '@portcullis/domain/kernel';
import { expect } from 'chai';
import { endSessionsOf } from '#backoffice/staff/end-sessions';
import { signInStaff } from '#backoffice/staff/sign-in-staff';
import { verifyStaffSession } from '#backoffice/staff/verify-staff-session';
import { rowIn } from '#contracts/drivers/driver-under-test';
import { plainPasswords } from '../support/http/the-staff.ts';
import { changeRow, type OpenRecordDatabase, useRecordDatabase } from '../support/records/record-database.ts';
import { storesWith } from '../support/records/stored-records.ts';
import { mustFail, mustSucceed } from '../support/run.ts';

const damage = { _tag: 'Unavailable', kind: 'invalid_response' } as const;

/** Tests that whoever can read or write the database, and has no key, learns no secret of staff and becomes nobody. */
export const sealedStaffContract = (name: string, open: OpenRecordDatabase): void => {
  describe(`sealed staff: ${name}`, function () {
    this.timeout(60_000);
    const database = useRecordDatabase(open);
    const sealed = () => storesWith(database(), 'a');
    const { id } = aStaffSession();

    it('say nothing of accounts and sessions', async () => {
      const { staffDirectory, staffSessions } = sealed();
      await mustSucceed(staffDirectory.insert(anAccount()));
      await mustSucceed(staffSessions.insert(aStaffSession()));
      const { accounts } = await mustSucceed(staffDirectory.page(''));
      expect(accounts).to.deep.equal([anAccount()]);
      const rows = await Promise.all([
        database().driver.get('staff_sessions', id)(),
        mustFail(storesWith(database(), 'b').staffDirectory.find('rosa')),
      ]);
      expect(JSON.stringify(rows)).to.not.match(/Rosa|scrypt|GEZDG|reviewer|acme/);
    });

    it('are damage when a session is moved to another member, another id or a later end', async () => {
      const stores = sealed();
      await mustSucceed(stores.keys.prepare);
      const admin = aMember({ staffId: 'staff-000000000002', roles: ['admin'] });
      for (const column of ['member', 'ends_at', 'data']) {
        const [one, other] = [`s1${column}`, `s2${column}`].map((text) =>
          text.replaceAll('_', '').padEnd(15, '0').slice(0, 15),
        );
        await mustSucceed(stores.staffSessions.insert(aStaffSession(one)));
        await mustSucceed(
          stores.staffSessions.insert(aStaffSession(other, { member: admin, endsAt: '2026-05-01T19:00:00.000Z' })),
        );
        const stolen = await rowIn(database(), 'staff_sessions', other ?? '');
        await changeRow(database(), 'staff_sessions', one ?? '', { [column]: String(stolen[column]) });
        expect(await mustFail(sealed().staffSessions.find(one ?? '')), column).to.include(damage);
      }
    });

    it('are left out of a page and named by their ids where an account was changed, and hide no other', async () => {
      const { staffDirectory } = sealed();
      const others = ['ada', 'ben'].map((username, n) =>
        anAccount(username, { member: aMember({ staffId: `staff-00000000010${n}` }) }),
      );
      for (const account of [anAccount(), ...others]) await mustSucceed(staffDirectory.insert(account));
      const rows = await mustSucceed(database().driver.page('staff_members', { limit: 9 }));
      const hidden = rows.find(({ member }) => member === anAccount().member.staffId);
      await changeRow(database(), 'staff_members', String(hidden?.id), { version: 9 });
      const page = await mustSucceed(sealed().staffDirectory.page(''));
      expect(page.accounts.map(({ username }) => username)).to.have.members(['ada', 'ben']);
      expect(page.damaged).to.deep.equal([anAccount().member.staffId]);
      expect(await mustFail(sealed().staffDirectory.find(anAccount().username))).to.include({ _tag: 'Unavailable' });
    });

    it('are left out of a page where a session was changed, and hide no other', async () => {
      const { staffSessions } = sealed();
      for (const one of ['sessions0000001', 'sessions0000002'])
        await mustSucceed(staffSessions.insert(aStaffSession(one)));
      await changeRow(database(), 'staff_sessions', 'sessions0000001', { member: 'staff-000000000009' });
      const { sessions } = await mustSucceed(sealed().staffSessions.page('sessions0000000'));
      expect(sessions.map(({ id: one, session, staffId }) => [one, staffId, session?.id])).to.deep.equal([
        ['sessions0000001', 'staff-000000000009', undefined],
        ['sessions0000002', aMember().staffId, 'sessions0000002'],
      ]);
    });

    /** What ends the sessions of `rosa`, each with what lets her sign in again. */
    const ends = [
      'disable',
      'disable and enable',
      'roles',
      'reset',
      'end',
      'end by id',
      'end all',
      'end of the console',
    ];
    for (const way of ends)
      it(`take the row of an ended session for none when it is put back (${way})`, async () => {
        const stores = sealed();
        await mustSucceed(stores.keys.prepare);
        const clock = memoryClock(Date.UTC(2026, 4, 4, 9, 30));
        const deps = { ...stores, clock, ids: sequentialIds('staff'), passwords: plainPasswords };
        const { tenant } = aMember();
        const added = await mustSucceed(
          addStaff(deps)({ username: 'rosa', name: 'Rosa Lind', roles: ['admin'], tenant }),
        );
        const { staffId } = added.account.member;
        const signIn = async () => {
          const { password } = added.secrets;
          const given = { username: 'rosa', password, code: null, recoveryCode: null };
          return await mustSucceed(signInStaff({ ...deps, skipsSecondFactor: true })(given));
        };
        const { secret, session } = await signIn();
        const verify = () => verifyStaffSession(deps)(secret)();
        const caller = await mustSucceed(verifyStaffSession(deps)(secret));
        const row = await rowIn(database(), 'staff_sessions', session.id);
        const change = (isDisabled: boolean) => mustSucceed(changeStaff(deps)({ username: 'rosa', isDisabled }));
        if (way.startsWith('disable')) await change(true);
        if (way.endsWith('enable')) await change(false);
        if (way === 'roles') await mustSucceed(changeStaff(deps)({ username: 'rosa', roles: ['senior'] }));
        if (way === 'reset') await mustSucceed(resetStaff(deps)('rosa'));
        if (way === 'end') await mustSucceed(endSessions(deps)('rosa'));
        if (way === 'end by id') await mustSucceed(endSessions(deps)(staffId));
        if (way === 'end all') await mustSucceed(endSessions(deps)(null));
        if (way === 'end of the console') await mustSucceed(endSessionsOf(deps)({ caller, staffId }));
        expect(await verify()).to.deep.equal(E.left(noSession));
        await mustSucceed(database().driver.transaction([{ kind: 'insert', table: 'staff_sessions', row }]));
        expect(await mustSucceed(sealed().staffSessions.find(session.id))).to.deep.equal(session);
        expect(await verify()).to.deep.equal(E.left(noSession));
        if (way === 'disable' || way === 'reset') return;
        const again = await signIn();
        expect(E.isRight(await verifyStaffSession(deps)(again.secret)())).to.equal(true);
      });

    it('are ended with their member, those that do not open among them', async () => {
      const { staffSessions, staffDirectory } = sealed();
      await mustSucceed(staffDirectory.insert(anAccount()));
      const other = aMember({ staffId: 'staff-000000000009' });
      for (const one of ['sessions0000001', 'sessions0000002'])
        await mustSucceed(staffSessions.insert(aStaffSession(one)));
      await mustSucceed(staffSessions.insert(aStaffSession('sessions0000003', { member: other })));
      await changeRow(database(), 'staff_sessions', 'sessions0000001', { ends_at: '2026-05-01T19:00:00.000Z' });
      expect(await mustSucceed(endSessions({ staffDirectory, staffSessions })('rosa'))).to.equal(2);
      const { sessions } = await mustSucceed(staffSessions.page(''));
      expect(sessions.map((listed) => listed.id)).to.deep.equal(['sessions0000003']);
    });

    it('are damage when a session is put there in clear', async () => {
      await mustSucceed(sealed().keys.prepare);
      const row = {
        id,
        member: aMember().staffId,
        used_at: aStaffSession().usedAt,
        ends_at: aStaffSession().endsAt,
        data: '{}',
      };
      await mustSucceed(database().driver.transaction([{ kind: 'insert', table: 'staff_sessions', row }]));
      expect(await mustFail(sealed().staffSessions.find(id))).to.include({ _tag: 'Unavailable' });
    });
  });
};
