import { E, type Either } from '@portcullis/domain';
import { type StaffRole, staffRoles } from '@portcullis/domain/kernel';
import type { StaffIdentity } from '@portcullis/domain/ports';
import { sessionIdleMs, sessionKeyOf } from '@portcullis/domain/use-cases';
import { secretFor } from '../../../support/builders/secrets.ts';
import type { staffInMemory } from '../../../support/http/the-staff.ts';
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

/** The sessions of a service in this process, each of which begins when it is needed first. */
export const staffDoorOf = (
  { clock, signIn, staffSessions }: Pick<ReturnType<typeof staffInMemory>, 'clock' | 'signIn' | 'staffSessions'>,
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
