import { endSessions } from '@portcullis/backoffice';
import { E, pipe, TE, type Unavailable, unavailable } from '@portcullis/domain';
import { damagedRecord, noSession } from '@portcullis/domain/kernel';
import { expect } from 'chai';
import { sessionIdleMs, sessionKeyOf, sessionLifetimeMs } from '#backoffice/staff/session-life';
import { verifyStaffSession } from '#backoffice/staff/verify-staff-session';
import { staffInMemory, staffMember } from '../../../support/http/the-staff.ts';
import { mustSucceed } from '../../../support/run.ts';

describe('verifyStaffSession', () => {
  const begun = async () => {
    const staff = staffInMemory();
    const secret = await staff.signIn(staffMember(['senior'], 'berlin'));
    return { ...staff, secret, verify: () => staff.services.verifyStaffSession(secret)() };
  };

  it('answers the member as they were when they signed in', async () => {
    const { secret, verify } = await begun();
    expect(await verify()).to.deep.equal(
      E.right({
        kind: 'staff',
        ...staffMember(['senior'], 'berlin'),
        sessionId: sessionKeyOf(secret)?.id,
      }),
    );
  });

  it('refuses a session that was not used for half an hour', async () => {
    const { clock, verify } = await begun();
    clock.advance(sessionIdleMs - 1);
    expect(E.isRight(await verify())).to.equal(true);
    clock.advance(sessionIdleMs);
    expect(await verify()).to.deep.equal(E.left(noSession));
  });

  it('refuses a session after eight hours, however it is used', async () => {
    const { clock, verify } = await begun();
    for (let used = 0; used < sessionLifetimeMs - sessionIdleMs; used += sessionIdleMs / 2) {
      expect(E.isRight(await verify())).to.equal(true);
      clock.advance(sessionIdleMs / 2);
    }
    await verify();
    clock.advance(sessionIdleMs - 1);
    await verify();
    clock.advance(1);
    expect(await verify()).to.deep.equal(E.left(noSession));
  });

  it('refuses a session that was used more than a minute from now', async () => {
    const { clock, secret, staffSessions, verify } = await begun();
    const usedIn = (ms: number) =>
      mustSucceed(staffSessions.touch(sessionKeyOf(secret)?.id ?? '', new Date(clock.now() + ms).toISOString()));
    await usedIn(60_000);
    expect(E.isRight(await verify())).to.equal(true);
    await usedIn(60_001);
    expect(await verify()).to.deep.equal(E.left(noSession));
  });

  it('refuses every session at once when all are ended, those that do not open among them', async () => {
    const { staffDirectory, staffSessions, verify } = await begun();
    const damaged = { id: 'session00000009', staffId: 'staff-000000000009', session: null };
    const withDamaged: typeof staffSessions.page = (after) =>
      pipe(
        staffSessions.page(after),
        TE.map(({ next, sessions }) => ({ next, sessions: [...sessions, damaged] })),
      );
    const end = endSessions({ staffDirectory, staffSessions: { ...staffSessions, page: withDamaged } });
    expect(await mustSucceed(end(null))).to.equal(2);
    expect(await verify()).to.deep.equal(E.left(noSession));
  });

  it('ends the sessions of a member by their name in whatever letters it is entered', async () => {
    const { add, services, signIn, staffDirectory, staffSessions } = staffInMemory();
    const { roles, tenant } = staffMember(['senior'], 'berlin');
    const { account } = await mustSucceed(add({ username: 'rosa', name: 'Rosa Lind', roles, tenant }));
    const end = endSessions({ staffDirectory, staffSessions });
    for (const entered of ['rosa', 'Rosa', ' ROSA ', account.member.staffId]) {
      const secret = await signIn(account.member);
      expect(await mustSucceed(end(entered)), entered).to.equal(1);
      expect(await services.verifyStaffSession(secret)(), entered).to.deep.equal(E.left(noSession));
    }
  });

  it('refuses every session of a member at once when they are ended', async () => {
    const { staffSessions, verify } = await begun();
    expect(await staffSessions.endAll(staffMember(['senior']).staffId)()).to.deep.equal(E.right(1));
    expect(await verify()).to.deep.equal(E.left(noSession));
  });

  it('takes a session whose row does not open for none, so that its member signs in again', async () => {
    const { clock, secret, staffDirectory, staffSessions } = await begun();
    const damaged = { ...staffSessions, find: () => TE.left(damagedRecord('changed')) };
    expect(await verifyStaffSession({ clock, staffDirectory, staffSessions: damaged })(secret)()).to.deep.equal(
      E.left(noSession),
    );
  });

  it('refuses a session whose account is damaged, and answers an outage of the accounts as one', async () => {
    const { add, clock, services, staffDirectory, staffSessions } = staffInMemory(undefined, true);
    const { roles, tenant } = staffMember(['senior'], 'berlin');
    const added = await mustSucceed(add({ username: 'rosa', name: 'Rosa Lind', roles, tenant }));
    const { password } = added.secrets;
    const credentials = { username: 'rosa', password, code: null, recoveryCode: null };
    const { secret } = await mustSucceed(services.signInStaff(credentials));
    const verifyWhere = (failure: Unavailable) => {
      const failing = { ...staffDirectory, find: () => TE.left(failure) };
      return verifyStaffSession({ clock, staffDirectory: failing, staffSessions })(secret)();
    };
    expect(E.isRight(await services.verifyStaffSession(secret)())).to.equal(true);
    expect(await verifyWhere(damagedRecord('changed'))).to.deep.equal(E.left(noSession));
    const outage = unavailable('database', 'down');
    expect(await verifyWhere(outage)).to.deep.equal(E.left(outage));
  });

  it('asks no store for what is no secret', async () => {
    const { clock, staffDirectory, staffSessions } = staffInMemory();
    const asked: string[] = [];
    const verify = verifyStaffSession({
      clock,
      staffDirectory,
      staffSessions: { ...staffSessions, find: (id) => staffSessions.find(asked[asked.push(id) - 1] ?? '') },
    });
    for (const text of ['', 'x', 'AB'.repeat(32), 'ab'.repeat(33), `${'ab'.repeat(32)}\n`])
      expect(await verify(text)()).to.deep.equal(E.left(noSession));
    expect(asked).to.deep.equal([]);
  });

  it('refuses a session whose row has the digest of another secret', async () => {
    const { clock, secret, staffDirectory, staffSessions } = await begun();
    const key = sessionKeyOf(secret);
    const found = await staffSessions.find(key?.id ?? '')();
    if (E.isLeft(found) || found.right === null) return expect.fail('no session');
    const other = { ...found.right, secretDigest: 'f'.repeat(64) };
    const forged = { ...staffSessions, find: () => async () => E.right(other) };
    expect(await verifyStaffSession({ clock, staffDirectory, staffSessions: forged })(secret)()).to.deep.equal(
      E.left(noSession),
    );
  });

  it('answers an outage as an outage', async () => {
    const { clock, secret, staffDirectory, staffSessions } = await begun();
    const outage = unavailable('database', 'down');
    const down = { ...staffSessions, find: () => async () => E.left(outage) };
    expect(await verifyStaffSession({ clock, staffDirectory, staffSessions: down })(secret)()).to.deep.equal(
      E.left(outage),
    );
  });

  it('judges nothing while the clock is not believed', async () => {
    const { clock, secret, staffDirectory, staffSessions } = await begun();
    const verify = verifyStaffSession({ clock: { ...clock, isTrusted: () => false }, staffDirectory, staffSessions });
    const answer = await verify(secret)();
    expect(E.isLeft(answer) && answer.left._tag).to.equal('Unavailable');
  });
});
