import fc from 'fast-check';
import type { Route } from './multipart-bodies.ts';
import { canary } from './request-case.ts';

/** The headers that say who asks, and from where. */
type CallerHeaders = { readonly [name: string]: string | readonly string[] };

const bearer = (name: string): string => `Bearer {${name}_token}`;

/** What the console sends with a session of the seed. */
const sessionOf = (name: string): CallerHeaders => ({ cookie: `{${name}_cookie}`, origin: '{console}' });

const token = (name: string): CallerHeaders => ({ authorization: bearer(name) });

/** Sign-out ends a session that no other request has. */
const sessionFor = ({ path }: Route): CallerHeaders => sessionOf(path === '/api/staff/session' ? 'leaving' : 'staff');

const damagedAuthorization = fc.constantFrom<string | readonly string[] | null>(
  null,
  '',
  'Bearer',
  'Bearer  ',
  `Bearer ${canary}`,
  `bearer ${canary}.${canary}.${canary}`,
  `Bearer ${'.'.repeat(5000)}`,
  'Basic YWNtZTp4',
  'Basic %%%',
  'Bearer {machine_token}=',
  'Bearer {machine_token}, Bearer {other_token}',
  [bearer('machine'), bearer('other')],
);

const damagedToken: fc.Arbitrary<CallerHeaders> = damagedAuthorization.map((authorization) =>
  authorization === null ? {} : { authorization },
);

/** The bearer is mostly one that is allowed, so that the rest of the request is examined. */
const withToken: fc.Arbitrary<CallerHeaders> = fc.oneof(
  { weight: 30, arbitrary: fc.constant(token('machine')) },
  { weight: 6, arbitrary: fc.constantFrom(...['flow', 'filed_flow', 'ended_flow'].map(token)) },
  { weight: 3, arbitrary: fc.constantFrom(...['other', 'reader', 'team'].map(token)) },
  { weight: 2, arbitrary: fc.constantFrom(...['expired', 'critical', 'mixed', 'foreign', 'unsigned'].map(token)) },
  { weight: 1, arbitrary: damagedToken },
);

const withLink: fc.Arbitrary<CallerHeaders> = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...['flow', 'filed_flow', 'ended_flow'].map(token)) },
  { weight: 2, arbitrary: withToken },
);

/** Sessions of staff who may not, or that do not last. */
const otherSessions = ['other_staff', 'team_staff', 'roleless', 'idle', 'signed_out', 'unknown', 'malformed'];

const damagedCookies: readonly CallerHeaders[] = [
  { cookie: '{staff_cookie}; {staff_cookie}', origin: '{console}' },
  { cookie: '{staff_cookie}; {other_staff_cookie}', origin: '{console}' },
  { cookie: '{staff_cookie}x', origin: '{console}' },
  { cookie: `a=${canary}; {staff_cookie}; __Host-b="`, origin: '{console}' },
  { cookie: `__Host-portcullis-staff=${canary}`, origin: '{console}' },
  { cookie: '__Host-portcullis-staff=', origin: '{console}' },
  { cookie: `__Host-portcullis-staff=${'ab'.repeat(3000)}`, origin: '{console}' },
  { cookie: 'portcullis-staff=%00; =; ;;', origin: '{console}' },
];

/** A session in order, with a request that does not come from the console, or a bearer beside it. */
const strangeRequests: readonly CallerHeaders[] = [
  { cookie: '{staff_cookie}' },
  { cookie: '{staff_cookie}', origin: 'null' },
  { cookie: '{staff_cookie}', origin: `https://${canary}.example` },
  { cookie: '{staff_cookie}', origin: '{console}:8443' },
  { ...sessionOf('staff'), 'sec-fetch-site': 'cross-site' },
  { ...sessionOf('staff'), 'sec-fetch-site': canary },
  { ...sessionOf('staff'), ...token('machine') },
  { ...sessionOf('staff'), ...token('expired') },
];

const withSession = (route: Route): fc.Arbitrary<CallerHeaders> =>
  fc.oneof(
    { weight: 30, arbitrary: fc.constant(sessionFor(route)) },
    { weight: 3, arbitrary: fc.constantFrom(...otherSessions.map(sessionOf)) },
    { weight: 2, arbitrary: fc.constantFrom(...damagedCookies) },
    { weight: 2, arbitrary: fc.constantFrom(...strangeRequests) },
    { weight: 1, arbitrary: withToken },
  );

/** Callers of a route that needs none. It is for the console where its body would begin a session. */
const withoutNeed = (route: Route): fc.Arbitrary<CallerHeaders> =>
  fc.oneof(
    { weight: 12, arbitrary: fc.constant(firstCallerOf(route)) },
    { weight: 1, arbitrary: withToken },
    { weight: 1, arbitrary: withSession(route) },
  );

/** A caller for whom the route does what it is for. */
export const firstCallerOf = (route: Route): CallerHeaders => {
  if (route.access === 'staff') return sessionFor(route);
  if (route.access === 'flow') return token('flow');
  if (route.access !== 'public') return token('machine');
  return route.path === '/api/staff/session' ? { origin: '{console}' } : {};
};

/** The callers of a route: mostly those whom it lets in. */
export const callersOf = (route: Route): fc.Arbitrary<CallerHeaders> => {
  if (route.access === 'public') return withoutNeed(route);
  if (route.access === 'staff') return withSession(route);
  if (route.access === 'flow') return withLink;
  return route.access.endsWith('-or-staff') ? fc.oneof(withToken, withSession(route)) : withToken;
};
