import { expect } from 'chai';
import { aMember, anAccount, aSession } from '../support/builders/staff.ts';
import { changeRow, type OpenRecordDatabase, rowIn, useRecordDatabase } from '../support/records/record-database.ts';
import { storesWith } from '../support/records/stored-records.ts';
import { mustFail, mustSucceed } from '../support/run.ts';

const damage = { _tag: 'Unavailable', kind: 'invalid_response' } as const;

/** Tests that whoever can read or write the database, and has no key, learns no secret of staff and becomes nobody. */
export const sealedStaffContract = (name: string, open: OpenRecordDatabase): void => {
  describe(`sealed staff: ${name}`, function () {
    this.timeout(60_000);
    const database = useRecordDatabase(open);
    const sealed = () => storesWith(database(), 'a');
    const { id } = aSession();

    it('say nothing of accounts and sessions', async () => {
      const { staffDirectory, staffSessions } = sealed();
      await mustSucceed(staffDirectory.insert(anAccount()));
      await mustSucceed(staffSessions.insert(aSession()));
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
        await mustSucceed(stores.staffSessions.insert(aSession(one)));
        await mustSucceed(
          stores.staffSessions.insert(aSession(other, { member: admin, endsAt: '2026-05-01T19:00:00.000Z' })),
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
      for (const one of ['sessions0000001', 'sessions0000002']) await mustSucceed(staffSessions.insert(aSession(one)));
      await changeRow(database(), 'staff_sessions', 'sessions0000001', { member: 'staff-000000000009' });
      const { sessions } = await mustSucceed(sealed().staffSessions.page('sessions0000000'));
      expect(sessions.map(({ id: one, session, staffId }) => [one, staffId, session?.id])).to.deep.equal([
        ['sessions0000001', 'staff-000000000009', undefined],
        ['sessions0000002', aMember().staffId, 'sessions0000002'],
      ]);
    });

    it('are damage when a session is put there in clear', async () => {
      await mustSucceed(sealed().keys.prepare);
      const row = { id, member: aMember().staffId, used_at: aSession().usedAt, ends_at: aSession().endsAt, data: '{}' };
      await mustSucceed(database().driver.transaction([{ kind: 'insert', table: 'staff_sessions', row }]));
      expect(await mustFail(sealed().staffSessions.find(id))).to.include({ _tag: 'Unavailable' });
    });
  });
};
