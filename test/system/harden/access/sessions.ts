import { randomIds, systemClock } from '@portcullis/adapter-memory';
import { addStaff, changeStaff, type StartedSession } from '@portcullis/backoffice';
import type { StaffDirectory, StaffSessions } from '@portcullis/backoffice/ports';
import type { Clock } from '@portcullis/domain';
import { type StaffRole, staffRoles } from '@portcullis/domain/kernel';
import type { IdGenerator } from '@portcullis/domain/ports';
import { createRecordStore, type Keyring } from '@portcullis/record-store';
import type { RecordDriver } from '@portcullis/record-store/driver';
import { sessionIdleMs, sessionLifetimeMs } from '#backoffice/staff/session-life';
import { startStaffSession } from '#backoffice/staff/start-staff-session';
import { keyringInProduction } from '../../../support/builders/keyrings.ts';
import { plainPasswords } from '../../../support/http/the-staff.ts';
import { mustSucceed } from '../../../support/run.ts';
import type { Tenant } from './tokens.ts';

/** Where staff sign in, at a service in this process and at one in another. */
export const consoleSite = { origin: 'https://id.example', cookie: '__Host-portcullis-staff' };

/**
 * The one defect of a session, if there is any: it was not used for half an hour, began eight hours ago, was used in
 * the future, was signed out of, or ended because its account was disabled or was given other roles. Or its cookie is
 * no secret, is nobody's, is there twice, or has the name of a cookie that any site of the host may set.
 */
const deadStates = [
  'idle',
  'expired',
  'used_ahead',
  'signed_out',
  'disabled',
  'other_roles',
  'unknown',
  'malformed',
  'sent_twice',
  'other_cookie',
] as const;

/**
 * What is wrong with a request that has a session in order: where it comes from, or that it has a token as well, for
 * which the session does not count.
 */
const strangeStates = ['cross_site', 'other_port', 'opaque_origin', 'no_origin', 'cross_site_fetch'] as const;

export const sessionStates = ['fresh', ...deadStates, ...strangeStates, 'beside_token'] as const;
export type SessionState = (typeof sessionStates)[number];

const isIn = <A extends string>(some: readonly A[], state: string): state is A => some.some((one) => one === state);

/** Whether the session of a request in this state does not last. */
export const isDead = (state: SessionState): boolean => isIn(deadStates, state);

/** Whether a request in this state does not come from the console, as far as its headers say. */
export const isFromElsewhere = (state: SessionState): boolean => isIn(strangeStates, state);

/** Every set of roles, none and all among them. */
const roleSets: readonly (readonly StaffRole[])[] = Array.from({ length: 2 ** staffRoles.length }, (_, set) =>
  staffRoles.filter((_role, n) => Math.floor(set / 2 ** n) % 2 === 1),
);

/** Each role alone, and all: whoever of them is admitted with a session in order is not by one with a defect. */
const rolesOfDefects = roleSets.filter(({ length }) => length === 1 || length === staffRoles.length);

/** A member of staff with a session in some state. */
export type StaffBearer = {
  readonly kind: 'staff';
  readonly tenant: Tenant;
  readonly roles: readonly StaffRole[];
  readonly state: SessionState;
};

export const staffBearersOf = (tenants: readonly Tenant[]): readonly StaffBearer[] =>
  tenants.flatMap((tenant) =>
    sessionStates.flatMap((state) =>
      (state === 'fresh' ? roleSets : rolesOfDefects).map(
        (roles): StaffBearer => ({ kind: 'staff', tenant, roles, state }),
      ),
    ),
  );

/** How requests of staff reach a service. */
export type StaffDoor = {
  /** The headers of a request with the session of a bearer. */
  readonly headersOf: (bearer: StaffBearer) => Promise<Readonly<Record<string, string>>>;
};

const nobodysSecret = 'ab'.repeat(32);

/** The stores of a service, over which sessions begin and end as its own use cases let them. */
export type SessionStores = {
  readonly clock: Clock;
  readonly ids: IdGenerator;
  readonly staffSessions: StaffSessions;
  readonly staffDirectory: StaffDirectory;
};

const ids = randomIds((bytes) => crypto.getRandomValues(bytes));

/** The stores of a service that is in another process, by its database. */
export const storesIn = (driver: RecordDriver, keyring: Keyring = keyringInProduction) =>
  createRecordStore(driver, keyring, ids);

/** Those of them over which sessions begin and end. */
export const sessionsIn = (driver: RecordDriver, keyring?: Keyring): SessionStores => {
  const { staffDirectory, staffSessions } = storesIn(driver, keyring);
  return { clock: systemClock, ids, staffDirectory, staffSessions };
};

/** Changes the account and the session of a member who has just signed in, so that the session does not last. */
const endSession = async (
  { clock, ids, staffDirectory, staffSessions }: SessionStores,
  { session }: StartedSession,
  username: string,
  state: SessionState,
): Promise<void> => {
  const at = (ms: number): string => new Date(clock.now() + ms).toISOString();
  const change = changeStaff({ clock, ids, passwords: plainPasswords, staffDirectory, staffSessions });
  if (state === 'idle') await mustSucceed(staffSessions.touch(session.id, at(-sessionIdleMs)));
  if (state === 'used_ahead') await mustSucceed(staffSessions.touch(session.id, at(sessionLifetimeMs / 2)));
  if (state === 'signed_out') await mustSucceed(staffSessions.end(session.id));
  if (state === 'disabled') await mustSucceed(change({ username, isDisabled: true }));
  if (state === 'other_roles') await mustSucceed(change({ username, roles: staffRoles }));
  if (state !== 'expired') return;
  await mustSucceed(staffSessions.end(session.id));
  const times = { createdAt: at(-sessionLifetimeMs), usedAt: at(-1000), endsAt: at(0) };
  await mustSucceed(staffSessions.insert({ ...session, ...times }));
};

/** Makes an account and signs its member in, and answers the secret of the session. */
const beginSession = async (
  stores: SessionStores,
  { roles, state, tenant }: StaffBearer,
  username: string,
): Promise<string> => {
  if (state === 'unknown') return nobodysSecret;
  if (state === 'malformed') return 'x';
  const add = addStaff({ ...stores, passwords: plainPasswords });
  const within = { partnerId: tenant.partner, teamId: tenant.team };
  const { account } = await mustSucceed(add({ username, name: 'Somebody', roles, tenant: within }));
  const started = await mustSucceed(startStaffSession(stores)(account.member));
  await endSession(stores, started, username, state);
  return started.secret;
};

/** What a browser says of where a request comes from. */
const siteHeaders = (state: SessionState, origin: string): Readonly<Record<string, string>> => {
  const origins: Partial<Record<SessionState, string>> = {
    cross_site: 'https://other.example',
    other_port: `${origin}:8443`,
    opaque_origin: 'null',
  };
  if (state === 'no_origin') return {};
  if (state === 'cross_site_fetch') return { origin, 'sec-fetch-site': 'cross-site' };
  return { origin: origins[state] ?? origin };
};

/** The sessions of a service, each of which begins when it is needed first. */
export const staffDoorOf = (
  stores: SessionStores,
  site: { readonly origin: string; readonly cookie: string },
): StaffDoor => {
  const secrets = new Map<string, Promise<string>>();
  const cookieOf = (state: SessionState, secret: string): string => {
    if (state === 'other_cookie') return `${site.cookie.replace('__Host-', '')}=${secret}`;
    const pair = `${site.cookie}=${secret}`;
    return state === 'sent_twice' ? `${pair}; ${pair}` : pair;
  };
  return {
    headersOf: async (bearer) => {
      const key = JSON.stringify(bearer);
      const secret = secrets.get(key) ?? beginSession(stores, bearer, `member${secrets.size}`);
      secrets.set(key, secret);
      return { cookie: cookieOf(bearer.state, await secret), ...siteHeaders(bearer.state, site.origin) };
    },
  };
};
