import { memoryClock, memoryStaffDirectory, memoryStaffSessions } from '@portcullis/adapter-memory';
import { E } from '@portcullis/domain';
import type { StaffRole } from '@portcullis/domain/kernel';
import type { PasswordHasher, StaffIdentity } from '@portcullis/domain/ports';
import {
  addStaff,
  changeStaff,
  endStaffSession,
  readStaffMember,
  resetStaff,
  signInStaff,
  startStaffSession,
  verifyStaffSession,
} from '@portcullis/domain/use-cases';
import type { Services } from '@portcullis/http';
import { sequentialIds } from '../clock/sequential-ids.ts';

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
  matches: async (password, hash) => hash === `digest of ${password}`,
  ofNobody: 'no digest',
};

type StaffServices = Pick<Services, 'verifyStaffSession' | 'readStaffMember' | 'endStaffSession' | 'signInStaff'>;

/**
 * The services of staff over stores in memory, what manages them, and what begins a session at once, which answers its
 * cookie's value.
 */
export const staffInMemory = (now = Date.UTC(2026, 4, 4, 9, 30), skipsSecondFactor = false) => {
  const stores = { staffDirectory: memoryStaffDirectory(), staffSessions: memoryStaffSessions() };
  const deps = { ...stores, clock: memoryClock(now), ids: sequentialIds('staff'), passwords: plainPasswords };
  const services: StaffServices = {
    verifyStaffSession: verifyStaffSession(deps),
    readStaffMember: readStaffMember(deps),
    endStaffSession: endStaffSession(deps),
    signInStaff: signInStaff({ ...deps, skipsSecondFactor }),
  };
  const signIn = async (member: StaffIdentity): Promise<string> => {
    const started = await startStaffSession(deps)(member)();
    if (E.isLeft(started)) throw new Error('no session was begun');
    return started.right.secret;
  };
  return { ...deps, services, signIn, add: addStaff(deps), reset: resetStaff(deps), change: changeStaff(deps) };
};

/** Sessions that nobody has begun. */
export const staffServices: StaffServices = staffInMemory().services;
