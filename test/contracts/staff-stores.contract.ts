import type { StaffDirectory, StaffSessions } from '@portcullis/backoffice/ports';
import { E } from '@portcullis/domain';
import { alreadyExists, versionConflict } from '@portcullis/domain/kernel';
import { expect } from 'chai';
import { aMember, anAccount, aSession } from '../support/builders/staff.ts';
import { mustSucceed } from '../support/run.ts';

type Stores = { readonly staffDirectory: StaffDirectory; readonly staffSessions: StaffSessions };

/** Tests what the stores of staff promise. `open` answers stores in which nobody is. */
export const staffStoresContract = (name: string, open: () => Promise<Stores>): void => {
  describe(`StaffDirectory contract: ${name}`, () => {
    it('answers an account as it was stored, and null for a name that nobody has', async () => {
      const { staffDirectory } = await open();
      const member = aMember({ name: '名 "Ö" \'; --', tenant: { partnerId: 'a/b %', teamId: 'nörd' } });
      const account = anAccount('rosa@acme.example', { member, recoveryDigests: Array(10).fill('ef'.repeat(32)) });
      await mustSucceed(staffDirectory.insert(account));
      expect(await mustSucceed(staffDirectory.find('rosa@acme.example'))).to.deep.equal(account);
      expect(await mustSucceed(staffDirectory.find('rosa'))).to.equal(null);
    });

    it('has a name once, also when two are stored at once', async () => {
      const { staffDirectory } = await open();
      const tries = await Promise.all([1, 2, 3].map((n) => staffDirectory.insert(anAccount('rosa', { version: n }))()));
      expect(tries.filter(E.isRight)).to.have.length(1);
      for (const one of tries.filter(E.isLeft)) expect(one.left).to.deep.equal(alreadyExists);
    });

    it('replaces an account of the version before, and no other', async () => {
      const { staffDirectory } = await open();
      await mustSucceed(staffDirectory.insert(anAccount()));
      const changed = anAccount('rosa', {
        isDisabled: true,
        recoveryDigests: [],
        lastTotpStep: 59_000_000,
        version: 2,
      });
      const both = await Promise.all([staffDirectory.replace(changed)(), staffDirectory.replace(changed)()]);
      expect(both.filter(E.isRight)).to.have.length(1);
      expect(both.find(E.isLeft)).to.deep.equal(E.left(versionConflict));
      expect(await mustSucceed(staffDirectory.find('rosa'))).to.deep.equal(changed);
      expect(await staffDirectory.replace(anAccount('nobody', { version: 2 }))()).to.deep.equal(
        E.left(versionConflict),
      );
    });

    it('lists every account', async () => {
      const { staffDirectory } = await open();
      const names = ['ann', 'bob', 'cid'];
      for (const one of names) await mustSucceed(staffDirectory.insert(anAccount(one)));
      const { accounts, next } = await mustSucceed(staffDirectory.page(''));
      expect([accounts.map(({ username }) => username).toSorted(), next]).to.deep.equal([names, null]);
    });
  });

  describe(`StaffSessions contract: ${name}`, () => {
    it('answers a session as it was stored, and null for one that is not there', async () => {
      const { staffSessions } = await open();
      await mustSucceed(staffSessions.insert(aSession()));
      const ofProvider = aSession('session00000003', { providerSession: 'ab'.repeat(32) });
      await mustSucceed(staffSessions.insert(ofProvider));
      expect(await mustSucceed(staffSessions.find(ofProvider.id))).to.deep.equal(ofProvider);
      expect(await mustSucceed(staffSessions.find('session00000001'))).to.deep.equal(aSession());
      expect(await mustSucceed(staffSessions.find('session00000002'))).to.equal(null);
    });

    it('notes when a session was used, and makes none of one that is gone', async () => {
      const { staffSessions } = await open();
      const usedAt = '2026-05-01T10:20:00.000Z';
      await mustSucceed(staffSessions.insert(aSession()));
      await mustSucceed(staffSessions.touch('session00000001', usedAt));
      expect(await mustSucceed(staffSessions.find('session00000001'))).to.deep.equal(aSession(undefined, { usedAt }));
      await mustSucceed(staffSessions.touch('session00000002', usedAt));
      expect(await mustSucceed(staffSessions.find('session00000002'))).to.equal(null);
    });

    it('ends a session, once and again, and no other', async () => {
      const { staffSessions } = await open();
      for (const id of ['session00000001', 'session00000002']) await mustSucceed(staffSessions.insert(aSession(id)));
      await mustSucceed(staffSessions.end('session00000001'));
      await mustSucceed(staffSessions.end('session00000001'));
      expect(await mustSucceed(staffSessions.find('session00000001'))).to.equal(null);
      expect(await mustSucceed(staffSessions.find('session00000002'))).to.not.equal(null);
    });

    it('ends all sessions of a member', async () => {
      const { staffSessions } = await open();
      const other = aMember({ staffId: 'staff-000000000001' });
      for (let n = 1; n <= 3; n += 1) await mustSucceed(staffSessions.insert(aSession(`session0000000${n}`)));
      await mustSucceed(staffSessions.insert(aSession('session00000009', { member: other })));
      expect(await mustSucceed(staffSessions.endAll(aMember().staffId))).to.equal(3);
      expect(await mustSucceed(staffSessions.endAll(aMember().staffId))).to.equal(0);
      expect(await mustSucceed(staffSessions.find('session00000009'))).to.not.equal(null);
    });

    it('pages through all sessions, each once', async () => {
      const { staffSessions } = await open();
      const ids = Array.from({ length: 203 }, (_, n) => `session${`${n}`.padStart(8, '0')}`);
      for (const id of ids) await mustSucceed(staffSessions.insert(aSession(id)));
      const first = await mustSucceed(staffSessions.page(''));
      const second = await mustSucceed(staffSessions.page(first.next ?? ''));
      expect([...first.sessions, ...second.sessions].map(({ session }) => session?.id)).to.deep.equal(ids);
      expect([first.sessions.length, second.next]).to.deep.equal([200, null]);
    });

    it('ends all sessions of a member while some of them are ended one by one', async () => {
      const { staffSessions } = await open();
      const all = Array.from({ length: 12 }, (_, n) => `session0000000${n.toString(36)}`);
      for (const id of all) await mustSucceed(staffSessions.insert(aSession(id)));
      const signOuts = all.slice(4).map((id) => mustSucceed(staffSessions.end(id)));
      await Promise.all([...signOuts, mustSucceed(staffSessions.endAll(aMember().staffId))]);
      for (const id of all) expect(await mustSucceed(staffSessions.find(id)), id).to.equal(null);
    });

    it('removes what has ended, so much at a time, and nothing else', async () => {
      const { staffSessions } = await open();
      const ends = (hour: number) => `2026-05-01T${hour}:00:00.000Z`;
      for (const hour of [11, 12, 13, 14])
        await mustSucceed(staffSessions.insert(aSession(`session0000${hour}xx`, { endsAt: ends(hour) })));
      expect(await mustSucceed(staffSessions.prune(ends(14), 2))).to.equal(2);
      expect(await mustSucceed(staffSessions.prune(ends(14), 2))).to.equal(1);
      expect(await mustSucceed(staffSessions.prune(ends(14), 2))).to.equal(0);
      expect(await mustSucceed(staffSessions.find('session000014xx'))).to.not.equal(null);
    });
  });
};
