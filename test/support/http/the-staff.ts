import { memoryClock } from '@portcullis/adapter-memory';
import { sequentialIds } from '@portcullis/adapter-memory/testing';
import { addStaff, changeStaff, type OnStaffSignInRefused, resetStaff } from '@portcullis/backoffice';
import type { PasswordHasher, StaffIdentity, StaffProvider } from '@portcullis/backoffice/ports';
import { E } from '@portcullis/domain';
import type { StaffRole } from '@portcullis/domain/kernel';
import type { Services } from '@portcullis/http';
import type { MemoryClock } from '#adapters/memory/clock';
import { endProviderSessions } from '#backoffice/staff/end-provider-sessions';
import { endSessionsOf, listSignedIn } from '#backoffice/staff/end-sessions';
import { beginStaffSignIn, finishStaffSignIn } from '#backoffice/staff/sign-in-at-provider';
import { signInStaff } from '#backoffice/staff/sign-in-staff';
import { startStaffSession } from '#backoffice/staff/start-staff-session';
import { endStaffSession, readStaffMember, verifyStaffSession } from '#backoffice/staff/verify-staff-session';
import { storesInMemory } from '../records/memory-records.ts';

/** A member of staff of the partner `acme` with these roles. */
export const staffMember = (roles: readonly StaffRole[], teamId: string | null = null): StaffIdentity => ({
  staffId: `staff-${(roles[0] ?? 'nobody').padEnd(11, 'x')}1`,
  name: 'Rosa Lind',
  roles,
  tenant: { partnerId: 'acme', teamId },
});

/** Digests that cost nothing, for tests that are about something else. */
export const plainPasswords: PasswordHasher = {
  hash: async (password) => `digest of ${password}`,
  matches: (password, hash) => async () => E.right(hash === `digest of ${password}`),
  ofNobody: 'no digest',
};

type StaffServices = Pick<
  Services,
  | 'verifyStaffSession'
  | 'readStaffMember'
  | 'endStaffSession'
  | 'listSignedIn'
  | 'endSessionsOf'
  | 'signInStaff'
  | 'beginStaffSignIn'
  | 'finishStaffSignIn'
  | 'endProviderSessions'
>;

/**
 * The services of staff over stores in memory, what manages them, and what begins a session at once, which answers its
 * cookie's value.
 */
export const staffInMemory = (
  now: number | MemoryClock = Date.UTC(2026, 4, 4, 9, 30),
  skipsSecondFactor = false,
  staffProvider: StaffProvider | null = null,
  onStaffSignInRefused: OnStaffSignInRefused = () => undefined,
) => {
  const { staffDirectory, staffSessions, tokenStates } = storesInMemory();
  const deps = {
    staffDirectory,
    staffSessions,
    clock: typeof now === 'number' ? memoryClock(now) : now,
    ids: sequentialIds('staff'),
    passwords: plainPasswords,
  };
  const asked = { ...deps, tokenStates, staffProvider, onStaffSignInRefused };
  const atProvider = {
    beginStaffSignIn: beginStaffSignIn(asked),
    finishStaffSignIn: finishStaffSignIn(asked),
    endProviderSessions: endProviderSessions(asked),
  };
  const services: StaffServices = {
    verifyStaffSession: verifyStaffSession(deps),
    readStaffMember: readStaffMember(deps),
    endStaffSession: endStaffSession(deps),
    listSignedIn: listSignedIn(deps),
    endSessionsOf: endSessionsOf(deps),
    signInStaff: signInStaff({ ...deps, skipsSecondFactor }),
    ...atProvider,
  };
  const signIn = async (member: StaffIdentity): Promise<string> => {
    const started = await startStaffSession(deps)(member)();
    if (E.isLeft(started)) throw new Error('no session was begun');
    return started.right.secret;
  };
  return {
    ...deps,
    services,
    signIn,
    add: addStaff(deps),
    reset: resetStaff(deps),
    change: changeStaff(deps),
  };
};

/** Sessions that nobody has begun. */
export const staffServices: StaffServices = staffInMemory().services;
