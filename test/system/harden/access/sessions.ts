import { randomIds, systemClock } from '@portcullis/adapter-memory';
import { type Clock, E, type Either } from '@portcullis/domain';
import { type StaffRole, staffRoles } from '@portcullis/domain/kernel';
import type { StaffIdentity, StaffSessions } from '@portcullis/domain/ports';
import { sessionIdleMs, sessionKeyOf, startStaffSession } from '@portcullis/domain/use-cases';
import { createRecordStore } from '@portcullis/record-store';
import type { RecordDriver } from '@portcullis/record-store/driver';
import { keyringInProduction } from '../../../support/builders/keyrings.ts';
import { secretFor } from '../../../support/builders/secrets.ts';
import { mustSucceed } from '../../../support/run.ts';
import type { Tenant } from './tokens.ts';

/** The one defect of a session or of the request that has it, if there is any. */
export const sessionStates = ['fresh', 'idle', 'signed_out', 'unknown', 'malformed', 'cross_site'] as const;
export type SessionState = (typeof sessionStates)[number];

/** The sets are: no role, each role alone, all but each role, and all roles. */
const roleSets: readonly (readonly StaffRole[])[] = [
  [],
  ...staffRoles.map((role) => [role]),
  ...staffRoles.map((role) => staffRoles.filter((other) => other !== role)),
  staffRoles,
];

/** A member of staff with a session in some state. */
export type StaffBearer = {
  readonly kind: 'staff';
  readonly tenant: Tenant;
  readonly roles: readonly StaffRole[];
  readonly state: SessionState;
};

export const staffBearersOf = (tenants: readonly Tenant[]): readonly StaffBearer[] =>
  tenants.flatMap((tenant) =>
    sessionStates.flatMap((state) => roleSets.map((roles): StaffBearer => ({ kind: 'staff', tenant, roles, state }))),
  );

/** How requests of staff reach a service. */
export type StaffDoor = {
  /** The headers of a request with the session of a bearer. */
  readonly headersOf: (bearer: StaffBearer) => Promise<Readonly<Record<string, string>>>;
};

const expectDone = (done: Either<unknown, unknown>): void => {
  if (E.isLeft(done)) throw new Error('the session was not changed');
};

const nobodysSecret = 'ab'.repeat(32);

/** Begins sessions over the stores of a service, as its sign-in does once somebody has proved who they are. */
type Sessions = {
  readonly clock: Clock;
  readonly staffSessions: StaffSessions;
  readonly signIn: (member: StaffIdentity) => Promise<string>;
};

/** The sessions of a service that is in another process, by its database. */
export const sessionsIn = (driver: RecordDriver): Sessions => {
  const ids = randomIds((bytes) => crypto.getRandomValues(bytes));
  const { staffSessions } = createRecordStore(driver, keyringInProduction, ids);
  const start = startStaffSession({ staffSessions, ids, clock: systemClock });
  const signIn = async (member: StaffIdentity): Promise<string> => (await mustSucceed(start(member))).secret;
  return { clock: systemClock, staffSessions, signIn };
};

/** The sessions of a service, each of which begins when it is needed first. */
export const staffDoorOf = (
  { clock, signIn, staffSessions }: Sessions,
  site: { readonly origin: string; readonly cookie: string },
): StaffDoor => {
  const secrets = new Map<string, Promise<string>>();
  const memberOf = ({ roles, tenant }: StaffBearer): StaffIdentity => ({
    staffId: `staff-${secretFor(JSON.stringify([roles, tenant]))
      .replace(/[^a-z0-9]/g, '')
      .slice(0, 11)}1`,
    name: 'Somebody',
    roles,
    tenant: { partnerId: tenant.partner, teamId: tenant.team },
  });
  const begin = async (bearer: StaffBearer): Promise<string> => {
    if (bearer.state === 'unknown') return nobodysSecret;
    if (bearer.state === 'malformed') return 'x';
    const secret = await signIn(memberOf(bearer));
    const id = sessionKeyOf(secret)?.id ?? '';
    const longAgo = new Date(clock.now() - sessionIdleMs).toISOString();
    if (bearer.state === 'signed_out') expectDone(await staffSessions.end(id)());
    if (bearer.state === 'idle') expectDone(await staffSessions.touch(id, longAgo)());
    return secret;
  };
  return {
    headersOf: async (bearer) => {
      const key = JSON.stringify(bearer);
      const secret = secrets.get(key) ?? begin(bearer);
      secrets.set(key, secret);
      const origin = bearer.state === 'cross_site' ? 'https://other.example' : site.origin;
      return { cookie: `${site.cookie}=${await secret}`, origin };
    },
  };
};
