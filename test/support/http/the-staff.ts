import { memoryClock, memoryStaffSessions } from '@portcullis/adapter-memory';
import { E } from '@portcullis/domain';
import { type StaffRole, staffRoles } from '@portcullis/domain/kernel';
import type { StaffIdentity } from '@portcullis/domain/ports';
import { endStaffSession, readStaffMember, startStaffSession, verifyStaffSession } from '@portcullis/domain/use-cases';
import type { Services } from '@portcullis/http';
import { sequentialIds } from '../clock/sequential-ids.ts';

/** Members of staff of the partner `acme` with one role each, and one without any. */
export const staffMember = (roles: readonly StaffRole[], teamId: string | null = null): StaffIdentity => ({
  staffId: `staff-${(roles[0] ?? 'nobody').padEnd(11, 'x')}1`,
  name: 'Rosa Lind',
  roles,
  tenant: { partnerId: 'acme', teamId },
});

type StaffServices = Pick<Services, 'verifyStaffSession' | 'readStaffMember' | 'endStaffSession'>;

/** The services of sessions over sessions in memory, and what begins one, which answers its cookie's value. */
export const staffInMemory = (now = Date.UTC(2026, 4, 4, 9, 30)) => {
  const clock = memoryClock(now);
  const staffSessions = memoryStaffSessions();
  const start = startStaffSession({ staffSessions, clock, ids: sequentialIds('staff') });
  const services: StaffServices = {
    verifyStaffSession: verifyStaffSession({ staffSessions, clock }),
    readStaffMember: readStaffMember({ staffSessions }),
    endStaffSession: endStaffSession({ staffSessions }),
  };
  const signIn = async (member: StaffIdentity): Promise<string> => {
    const started = await start(member)();
    if (E.isLeft(started)) throw new Error('no session was begun');
    return started.right.secret;
  };
  return { clock, staffSessions, services, signIn };
};

/** Everybody who can be signed in at the stand-in, by their role. */
export const everyRole = staffRoles;

/** Sessions that nobody has begun. */
export const staffServices: StaffServices = staffInMemory().services;
