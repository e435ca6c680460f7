import { E, TE, unavailable } from '@portcullis/domain';
import {
  alreadyExists,
  damagedRecord,
  invalidCredentials,
  limitReached,
  noSession,
  notFound,
} from '@portcullis/domain/kernel';
import { expect } from 'chai';
import type { StaffCredentials } from '#backoffice/staff/sign-in-staff';
import { signInStaff } from '#backoffice/staff/sign-in-staff';
import { totpCode, totpStepAt } from '#backoffice/staff/totp';
import { plainPasswords, staffInMemory } from '../../../support/http/the-staff.ts';
import { mustSucceed } from '../../../support/run.ts';

const rosa = {
  username: 'rosa',
  name: 'Rosa Lind',
  roles: ['reviewer'],
  tenant: { partnerId: 'acme', teamId: null },
} as const;

/** A directory with one member, and what signs in as her. */
const openDirectory = async (skipsSecondFactor = false) => {
  const staff = staffInMemory(undefined, skipsSecondFactor);
  const { account, secrets } = await mustSucceed(staff.add(rosa));
  const codeNow = () => totpCode(account.totpSecret, totpStepAt(staff.clock.now()));
  const credentials = (more: Partial<StaffCredentials> = {}): StaffCredentials => ({
    username: 'rosa',
    password: secrets.password,
    code: codeNow(),
    recoveryCode: null,
    ...more,
  });
  const signInWith = (more: Partial<StaffCredentials> = {}) => staff.services.signInStaff(credentials(more))();
  return {
    ...staff,
    account,
    codeNow,
    credentials,
    secrets,
    signInWith,
  };
};

const refused = E.left(invalidCredentials);

describe('signInStaff', () => {
  it('begins a session for a password and a code', async () => {
    const { account, services, signInWith } = await openDirectory();
    const started = await signInWith();
    if (E.isLeft(started)) return expect.fail('refused');
    const caller = await mustSucceed(services.verifyStaffSession(started.right.secret));
    expect(caller).to.deep.include({ kind: 'staff', ...account.member });
  });

  it('refuses a name whose row does not open as an unknown one, after as much work', async () => {
    const staff = await openDirectory();
    let compared = 0;
    const passwords = {
      ...plainPasswords,
      matches: (...asked: Parameters<typeof plainPasswords.matches>) => {
        compared += 1;
        return plainPasswords.matches(...asked);
      },
    };
    const staffDirectory = { ...staff.staffDirectory, find: () => TE.left(damagedRecord('damaged')) };
    const signIn = signInStaff({ ...staff, passwords, staffDirectory, skipsSecondFactor: false });
    expect(await signIn(staff.credentials())()).to.deep.equal(refused);
    expect(compared).to.equal(1);
  });

  it('keeps a place for a password where its member is known, and none for a member who is disabled', async () => {
    const staff = await openDirectory();
    const places: unknown[] = [];
    const matches: typeof plainPasswords.matches = (password, hash, caller) => {
      places.push(caller?.knownAs);
      return plainPasswords.matches(password, hash, caller);
    };
    const signIn = signInStaff({ ...staff, passwords: { ...plainPasswords, matches }, skipsSecondFactor: false });
    await signIn(staff.credentials({ username: ' Rosa', isKnown: true }))();
    await signIn(staff.credentials())();
    await signIn(staff.credentials({ username: 'nobody', isKnown: true }))();
    await mustSucceed(staff.change({ username: 'rosa', isDisabled: true }));
    await signIn(staff.credentials({ isKnown: true }))();
    expect(places).to.deep.equal(['rosa', null, null, null]);
  });

  it('keeps no place by a ticket that was given before the secrets of the account were reset', async () => {
    const staff = await openDirectory();
    const places: unknown[] = [];
    const matches: typeof plainPasswords.matches = (password, hash, caller) => {
      places.push(caller?.knownAs);
      return plainPasswords.matches(password, hash, caller);
    };
    const signIn = signInStaff({ ...staff, passwords: { ...plainPasswords, matches }, skipsSecondFactor: false });
    const given = await mustSucceed(signIn(staff.credentials()));
    const byTicket = { ticketAt: given.session.account?.generation ?? null };
    await signIn(staff.credentials(byTicket))();
    await mustSucceed(staff.reset('rosa'));
    await signIn(staff.credentials(byTicket))();
    await signIn(staff.credentials({ ...byTicket, isKnown: true }))();
    expect(places).to.deep.equal([null, 'rosa', null, 'rosa']);
  });

  it('begins a session for each who proves who they are at the same moment, by codes of their own', async () => {
    const { account, secrets, services, signInWith } = await openDirectory();
    const recovery = secrets.recoveryCodes.slice(0, 8).map((recoveryCode) => signInWith({ code: null, recoveryCode }));
    const used = signInWith({ code: null, recoveryCode: secrets.recoveryCodes[0] ?? null });
    const started = await Promise.all([signInWith(), ...recovery, used]);
    expect(started.filter(E.isRight)).to.have.length(9);
    const inSandbox = await openDirectory(true);
    const alone = await Promise.all([1, 2].map(() => inSandbox.signInWith({ code: null })));
    expect(alone.map(E.isRight)).to.deep.equal([true, true]);
    for (const one of started)
      if (E.isRight(one))
        expect(await mustSucceed(services.verifyStaffSession(one.right.secret))).to.include({
          staffId: account.member.staffId,
        });
    for (const recoveryCode of secrets.recoveryCodes.slice(0, 8))
      expect(await signInWith({ code: null, recoveryCode })).to.deep.equal(refused);
  });

  it('refuses a member who is changed while another sign-in is faster', async () => {
    for (const change of [{ isDisabled: true }, { roles: ['auditor'] }] as const) {
      const directory = await openDirectory();
      const { credentials, staffDirectory } = directory;
      let isFirst = true;
      const replace: typeof staffDirectory.replace = (account) => async () => {
        if (isFirst) {
          isFirst = false;
          await mustSucceed(directory.change({ username: 'rosa', ...change }));
        }
        return staffDirectory.replace(account)();
      };
      const changing = { ...directory, staffDirectory: { ...staffDirectory, replace }, skipsSecondFactor: false };
      expect(await signInStaff(changing)(credentials())()).to.deep.equal(refused);
    }
  });

  it('does not mind capital letters and blanks around the name', async () => {
    const { signInWith } = await openDirectory();
    expect(E.isRight(await signInWith({ username: ' Rosa ' }))).to.equal(true);
  });

  const wrong: readonly (readonly [string, Partial<StaffCredentials>])[] = [
    ['another name', { username: 'sam' }],
    ['another password', { password: 'guessed' }],
    ['another code', { code: '000000' }],
    ['no code', { code: null }],
    ['another recovery code', { code: null, recoveryCode: 'aaaaa-bbbbb-ccccc' }],
    ['an empty recovery code', { code: null, recoveryCode: '' }],
  ];
  for (const [what, more] of wrong)
    it(`refuses ${what}, as it refuses everything`, async () => {
      const { signInWith } = await openDirectory();
      expect(await signInWith(more)).to.deep.equal(refused);
    });

  it('accepts a code once, also among ten uses at once', async () => {
    const { clock, codeNow, signInWith } = await openDirectory();
    const code = codeNow();
    const uses = await Promise.all(Array.from({ length: 10 }, () => signInWith({ code })));
    expect(uses.filter(E.isRight)).to.have.length(1);
    expect(await signInWith({ code })).to.deep.equal(refused);
    clock.advance(30_000);
    expect(await signInWith({ code })).to.deep.equal(refused);
    expect(E.isRight(await signInWith())).to.equal(true);
  });

  it('accepts each of ten recovery codes once, however it is written', async () => {
    const { secrets, signInWith } = await openDirectory();
    expect(new Set(secrets.recoveryCodes).size).to.equal(10);
    // 112 bits are the least whose digest needs no slow hash (ASVS V6.5.2).
    for (const code of secrets.recoveryCodes) expect(code).to.match(/^[a-z0-9]{5}(-[a-z0-9]{5}){4}$/);
    expect(secrets.password).to.match(/^[a-z0-9]{5}(-[a-z0-9]{5}){5}$/);
    for (const recoveryCode of secrets.recoveryCodes) {
      const written = { code: null, recoveryCode: ` ${recoveryCode.toUpperCase().replaceAll('-', ' ')}` };
      expect(E.isRight(await signInWith(written))).to.equal(true);
      expect(await signInWith(written)).to.deep.equal(refused);
    }
  });

  it('compares a password also where there is no account, or one that is disabled', async () => {
    const { change, clock, credentials, ids, staffDirectory, staffSessions } = await openDirectory();
    const compared: string[] = [];
    const passwords = {
      ...plainPasswords,
      matches: (password: string, hash: string) => {
        compared.push(hash);
        return plainPasswords.matches(password, hash);
      },
    };
    const signIn = signInStaff({
      clock,
      ids,
      passwords,
      staffDirectory,
      staffSessions,
      skipsSecondFactor: false,
    });
    expect(await signIn(credentials({ username: 'nobody' }))()).to.deep.equal(refused);
    await mustSucceed(change({ username: 'rosa', isDisabled: true }));
    expect(await signIn(credentials())()).to.deep.equal(refused);
    expect(compared).to.deep.equal([plainPasswords.ofNobody, `digest of ${credentials().password}`]);
  });

  const meanwhile: readonly (readonly [string, (staff: ReturnType<typeof staffInMemory>) => Promise<unknown>])[] = [
    ['disabled', ({ change }) => mustSucceed(change({ username: 'rosa', isDisabled: true }))],
    ['given other roles', ({ change }) => mustSucceed(change({ username: 'rosa', roles: ['auditor'] }))],
    ['given other secrets', ({ reset }) => mustSucceed(reset('rosa'))],
  ];
  for (const [what, change] of meanwhile)
    it(`leaves no session of a member who is ${what} before it is stored`, async () => {
      const directory = await openDirectory();
      const { account, credentials, staffSessions } = directory;
      const insert: typeof staffSessions.insert = (session) => async () => {
        await change(directory);
        return staffSessions.insert(session)();
      };
      const changing = { ...directory, staffSessions: { ...staffSessions, insert }, skipsSecondFactor: false };
      expect(await signInStaff(changing)(credentials())()).to.deep.equal(refused);
      expect(await mustSucceed(staffSessions.endAll(account.member.staffId))).to.equal(0);
    });

  it('leaves no session where the account cannot be read again', async () => {
    const directory = await openDirectory();
    const { account, credentials, staffDirectory, staffSessions } = directory;
    const outage = E.left(unavailable('database', 'down'));
    let reads = 0;
    const find: typeof staffDirectory.find = (name) => async () =>
      ++reads === 1 ? staffDirectory.find(name)() : outage;
    const failing = { ...directory, staffDirectory: { ...staffDirectory, find }, skipsSecondFactor: false };
    expect(await signInStaff(failing)(credentials())()).to.deep.equal(outage);
    expect(await mustSucceed(staffSessions.endAll(account.member.staffId))).to.equal(0);
  });

  it('asks to come again while too many passwords are compared, whoever asks', async () => {
    const { credentials, ...directory } = await openDirectory();
    const busy = E.left(limitReached('password_queue', 'busy', 5));
    const passwords = { ...plainPasswords, matches: () => async () => busy };
    const signIn = signInStaff({ ...directory, passwords, skipsSecondFactor: false });
    for (const username of ['rosa', 'nobody']) expect(await signIn(credentials({ username }))()).to.deep.equal(busy);
  });

  it('takes a password alone in a sandbox, and no wrong code', async () => {
    const { signInWith } = await openDirectory(true);
    expect(E.isRight(await signInWith({ code: null }))).to.equal(true);
    expect(await signInWith({ code: '000000' })).to.deep.equal(refused);
    expect(await signInWith({ code: null, password: 'guessed' })).to.deep.equal(refused);
  });
});

describe('the accounts of staff', () => {
  const signedIn = async () => {
    const directory = await openDirectory();
    const started = await directory.signInWith();
    if (E.isLeft(started)) throw new Error('refused');
    const verify = directory.services.verifyStaffSession(started.right.secret);
    return { ...directory, verify };
  };

  it('have an opaque id with a digit, which is not the name', async () => {
    const { account } = await openDirectory();
    expect(account.member.staffId).to.match(/^staff-(?=.*\d)[a-z0-9]{12}$/);
  });

  it('have a name once', async () => {
    const { add } = await openDirectory();
    expect(await add(rosa)()).to.deep.equal(E.left(alreadyExists));
  });

  it('have other secrets after a reset, which ends the sessions', async () => {
    const { account, clock, reset, secrets, signInWith, verify } = await signedIn();
    const renewed = await mustSucceed(reset('rosa'));
    expect(renewed.account.member).to.deep.equal(account.member);
    expect(await verify()).to.deep.equal(E.left(noSession));
    clock.advance(30_000);
    expect(await signInWith()).to.deep.equal(refused);
    const old = { code: null, recoveryCode: secrets.recoveryCodes[0] ?? '' };
    expect(await signInWith({ ...old, password: renewed.secrets.password })).to.deep.equal(refused);
    const code = totpCode(renewed.account.totpSecret, totpStepAt(clock.now()));
    expect(E.isRight(await signInWith({ password: renewed.secrets.password, code }))).to.equal(true);
  });

  it('are refused at once when they are disabled, and come back when they are enabled', async () => {
    const { change, clock, signInWith, verify } = await signedIn();
    await mustSucceed(change({ username: 'rosa', isDisabled: true }));
    expect(await verify()).to.deep.equal(E.left(noSession));
    clock.advance(30_000);
    expect(await signInWith()).to.deep.equal(refused);
    await mustSucceed(change({ username: 'rosa', isDisabled: false }));
    expect(E.isRight(await signInWith())).to.equal(true);
  });

  it('lose their sessions with their roles', async () => {
    const { change, verify } = await signedIn();
    const changed = await mustSucceed(change({ username: 'rosa', roles: ['auditor'] }));
    expect(changed.member.roles).to.deep.equal(['auditor']);
    expect(await verify()).to.deep.equal(E.left(noSession));
  });

  it('are not made by a change of one that is not there', async () => {
    const { change, reset } = await openDirectory();
    expect(await change({ username: 'sam', isDisabled: true })()).to.deep.equal(E.left(notFound));
    expect(await reset('sam')()).to.deep.equal(E.left(notFound));
  });
});
