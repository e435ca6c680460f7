import assert from 'node:assert/strict';
import type { StaffDirectory, StaffSessions } from '@portcullis/backoffice/ports';
import { E } from '@portcullis/domain';
import { alreadyExists, versionConflict } from '@portcullis/domain/kernel';
import { aMember, anAccount, aStaffSession } from '../builders/staff.ts';
import { type Runner, resultOf } from '../shared/runner.ts';

type Stores = { readonly staffDirectory: StaffDirectory; readonly staffSessions: StaffSessions };

/** Tests what the stores of staff promise. `open` answers stores in which nobody is. */
export const staffStoresContract = ({ describe, it }: Runner, name: string, open: () => Promise<Stores>): void => {
  describe(`StaffDirectory contract: ${name}`, () => {
    it('answers an account as it was stored, and null for a name that nobody has', async () => {
      const { staffDirectory } = await open();
      const member = aMember({ name: '名 "Ö" \'; --', tenant: { partnerId: 'a/b %', teamId: 'nörd' } });
      const account = anAccount('rosa@acme.example', { member, recoveryDigests: Array(10).fill('ef'.repeat(32)) });
      await resultOf(staffDirectory.insert(account));
      assert.deepEqual(await resultOf(staffDirectory.find('rosa@acme.example')), account);
      assert.equal(await resultOf(staffDirectory.find('rosa')), null);
    });

    it('has a name once, also when two are stored at once', async () => {
      const { staffDirectory } = await open();
      const tries = await Promise.all([1, 2, 3].map((n) => staffDirectory.insert(anAccount('rosa', { version: n }))()));
      assert.equal(tries.filter(E.isRight).length, 1);
      for (const one of tries.filter(E.isLeft)) assert.deepEqual(one.left, alreadyExists);
    });

    it('replaces an account of the version before, and no other', async () => {
      const { staffDirectory } = await open();
      await resultOf(staffDirectory.insert(anAccount()));
      const changed = anAccount('rosa', {
        isDisabled: true,
        recoveryDigests: [],
        lastTotpStep: 59_000_000,
        version: 2,
      });
      const both = await Promise.all([staffDirectory.replace(changed)(), staffDirectory.replace(changed)()]);
      assert.equal(both.filter(E.isRight).length, 1);
      assert.deepEqual(both.find(E.isLeft), E.left(versionConflict));
      assert.deepEqual(await resultOf(staffDirectory.find('rosa')), changed);
      assert.deepEqual(await staffDirectory.replace(anAccount('nobody', { version: 2 }))(), E.left(versionConflict));
    });

    it('lists every account', async () => {
      const { staffDirectory } = await open();
      const names = ['ann', 'bob', 'cid'];
      for (const one of names) await resultOf(staffDirectory.insert(anAccount(one)));
      const { accounts, next } = await resultOf(staffDirectory.page(''));
      assert.deepEqual([accounts.map(({ username }) => username).toSorted(), next], [names, null]);
    });
  });

  describe(`StaffSessions contract: ${name}`, () => {
    it('answers a session as it was stored, and null for one that is not there', async () => {
      const { staffSessions } = await open();
      await resultOf(staffSessions.insert(aStaffSession()));
      const ofProvider = aStaffSession('session00000003', { providerSession: 'ab'.repeat(32) });
      await resultOf(staffSessions.insert(ofProvider));
      assert.deepEqual(await resultOf(staffSessions.find(ofProvider.id)), ofProvider);
      assert.deepEqual(await resultOf(staffSessions.find('session00000001')), aStaffSession());
      assert.equal(await resultOf(staffSessions.find('session00000002')), null);
    });

    it('notes when a session was used, and makes none of one that is gone', async () => {
      const { staffSessions } = await open();
      const usedAt = '2026-05-01T10:20:00.000Z';
      await resultOf(staffSessions.insert(aStaffSession()));
      await resultOf(staffSessions.touch('session00000001', usedAt));
      assert.deepEqual(await resultOf(staffSessions.find('session00000001')), aStaffSession(undefined, { usedAt }));
      await resultOf(staffSessions.touch('session00000002', usedAt));
      assert.equal(await resultOf(staffSessions.find('session00000002')), null);
    });

    it('ends a session, once and again, and no other', async () => {
      const { staffSessions } = await open();
      for (const id of ['session00000001', 'session00000002']) await resultOf(staffSessions.insert(aStaffSession(id)));
      await resultOf(staffSessions.end('session00000001'));
      await resultOf(staffSessions.end('session00000001'));
      assert.equal(await resultOf(staffSessions.find('session00000001')), null);
      assert.notEqual(await resultOf(staffSessions.find('session00000002')), null);
    });

    it('ends all sessions of a member', async () => {
      const { staffSessions } = await open();
      const other = aMember({ staffId: 'staff-000000000001' });
      for (let n = 1; n <= 3; n += 1) await resultOf(staffSessions.insert(aStaffSession(`session0000000${n}`)));
      await resultOf(staffSessions.insert(aStaffSession('session00000009', { member: other })));
      assert.equal(await resultOf(staffSessions.endAll(aMember().staffId)), 3);
      assert.equal(await resultOf(staffSessions.endAll(aMember().staffId)), 0);
      assert.notEqual(await resultOf(staffSessions.find('session00000009')), null);
    });

    it('pages through all sessions, each once', async () => {
      const { staffSessions } = await open();
      const ids = Array.from({ length: 203 }, (_, n) => `session${`${n}`.padStart(8, '0')}`);
      for (const id of ids) await resultOf(staffSessions.insert(aStaffSession(id)));
      const first = await resultOf(staffSessions.page(''));
      const second = await resultOf(staffSessions.page(first.next ?? ''));
      assert.deepEqual(
        [...first.sessions, ...second.sessions].map(({ session }) => session?.id),
        ids,
      );
      assert.deepEqual([first.sessions.length, second.next], [200, null]);
    });

    it('ends all sessions of a member while some of them are ended one by one', async () => {
      const { staffSessions } = await open();
      const all = Array.from({ length: 12 }, (_, n) => `session0000000${n.toString(36)}`);
      for (const id of all) await resultOf(staffSessions.insert(aStaffSession(id)));
      const signOuts = all.slice(4).map((id) => resultOf(staffSessions.end(id)));
      await Promise.all([...signOuts, resultOf(staffSessions.endAll(aMember().staffId))]);
      for (const id of all) assert.equal(await resultOf(staffSessions.find(id)), null, id);
    });

    it('removes what has ended, so much at a time, and nothing else', async () => {
      const { staffSessions } = await open();
      const ends = (hour: number) => `2026-05-01T${hour}:00:00.000Z`;
      for (const hour of [11, 12, 13, 14])
        await resultOf(staffSessions.insert(aStaffSession(`session0000${hour}xx`, { endsAt: ends(hour) })));
      assert.equal(await resultOf(staffSessions.prune(ends(14), 2)), 2);
      assert.equal(await resultOf(staffSessions.prune(ends(14), 2)), 1);
      assert.equal(await resultOf(staffSessions.prune(ends(14), 2)), 0);
      assert.notEqual(await resultOf(staffSessions.find('session000014xx')), null);
    });
  });
};
