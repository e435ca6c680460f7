import type { IncomingMessage } from 'node:http';
import {
  E,
  type Either,
  type MachinePrincipal,
  notFound,
  type Principal,
  type ProfileId,
  pipe,
} from '@portcullis/domain';
import {
  hasPermission,
  insufficientPermission,
  insufficientScope,
  invalidToken,
  noSession,
  type Scope,
  type StaffPermission,
  type StaffPrincipal,
} from '@portcullis/domain/kernel';
import type { HttpConfig } from '../request/config.ts';
import { type HttpError, unauthenticated } from '../request/http-error.ts';
import { requireSameOrigin } from '../request/same-origin.ts';
import { readSessionCookie } from '../request/session-cookie.ts';
import type { CallerFor, RouteAccess, StaffAccess } from './route.ts';
import type { Services } from './services.ts';

const scheme = /^bearer(?: |$)/i;
const token = /^bearer +([A-Za-z0-9._~+/-]+=*) *$/i;

/** Reads the bearer token of a request (RFC 6750 section 2.1). */
const bearerToken = (authorization: string | undefined): Either<HttpError, string> => {
  if (authorization === undefined) return E.left(unauthenticated);
  const found = token.exec(authorization)?.[1];
  if (found !== undefined) return E.right(found);
  return E.left(scheme.test(authorization) ? invalidToken : unauthenticated);
};

const anybody: Promise<Either<HttpError, Principal | null>> = Promise.resolve(E.right(null));

/** Whether a route is for members of staff, alone or beside others. */
const isForStaff = (access: RouteAccess): access is StaffAccess =>
  access === 'staff' || access === 'machine-or-staff' || access === 'machine-flow-or-staff';

type AuthenticationDeps = {
  readonly services: Pick<Services, 'verifyToken' | 'verifyStaffSession'>;
  readonly config: Pick<HttpConfig, 'staff'>;
};

/** Authenticates the session of a request; `null` where it has none. */
const sessionOf = (
  { config, services }: AuthenticationDeps,
  { headers, method = '' }: Pick<IncomingMessage, 'headers' | 'method'>,
): Promise<Either<HttpError, Principal | null>> | null => {
  const secret = readSessionCookie(config.staff, headers.cookie);
  if (secret === null) return null;
  const own = requireSameOrigin(config.staff, method, headers);
  return E.isLeft(own) ? Promise.resolve(own) : services.verifyStaffSession(secret)();
};

/**
 * Authenticates the caller of a request. Answers `null` for a public route. A session counts where a route is for
 * staff, and a request with a bearer token is none of theirs.
 */
export const authenticate = (
  access: RouteAccess,
  deps: AuthenticationDeps,
  request: Pick<IncomingMessage, 'headers' | 'method'>,
): Promise<Either<HttpError, Principal | null>> => {
  if (access === 'public') return anybody;
  const { authorization } = request.headers;
  if (authorization === undefined && isForStaff(access)) {
    const session = sessionOf(deps, request);
    if (session !== null) return session;
    if (access === 'staff') return Promise.resolve(E.left(noSession));
  }
  const bearer = bearerToken(authorization);
  return E.isLeft(bearer) ? Promise.resolve(bearer) : deps.services.verifyToken(bearer.right)();
};

/** The requirements of a route: one of these scopes, and this permission. */
export type Requirements = {
  readonly scopes: readonly Scope[];
  /** `null` admits every session; a route without this property admits none. */
  readonly permission?: StaffPermission | null | undefined;
};

/** Requires one of a route's scopes; none at all admits every machine token. The challenge names the first. */
const requireScope = (caller: MachinePrincipal, accepted: readonly Scope[]): Either<HttpError, MachinePrincipal> =>
  accepted.length === 0 || accepted.some((scope) => caller.scopes.includes(scope))
    ? E.right(caller)
    : E.left(insufficientScope(accepted[0] ?? ''));

/** Requires the permission of a route. */
const requirePermission = (
  caller: StaffPrincipal,
  permission: Requirements['permission'],
): Either<HttpError, StaffPrincipal> => {
  if (permission === undefined) return E.left(unauthenticated);
  return permission === null || hasPermission(caller, permission)
    ? E.right(caller)
    : E.left(insufficientPermission(permission));
};

/** Requires the scope that follows from the body of a request, where the route has one for it. */
export const requireBodyScope = (caller: Principal | null, scope: Scope | undefined): Either<HttpError, void> =>
  scope === undefined || caller?.kind !== 'machine'
    ? E.right(undefined)
    : pipe(
        requireScope(caller, [scope]),
        E.map(() => undefined),
      );

type Admissions = {
  readonly [Who in RouteAccess]: (
    caller: Principal | null,
    required: Requirements,
  ) => Either<HttpError, CallerFor[Who]>;
};

const refusedToken = ({ scopes }: Requirements): Either<HttpError, never> => E.left(insufficientScope(scopes[0] ?? ''));

/**
 * Admits the kind of caller that a route is for. A flow token has no scopes and is never accepted as a machine token,
 * and no token is accepted as a session.
 */
export const admit: Admissions = {
  public: () => E.right(null),
  machine: (caller, required) => {
    if (caller === null || caller.kind === 'staff') return E.left(unauthenticated);
    return caller.kind === 'machine' ? requireScope(caller, required.scopes) : refusedToken(required);
  },
  flow: (caller) => {
    if (caller === null || caller.kind === 'staff') return E.left(unauthenticated);
    return caller.kind === 'flow' ? E.right(caller) : E.left(insufficientScope(''));
  },
  'machine-or-flow': (caller, { scopes }) => {
    if (caller === null || caller.kind === 'staff') return E.left(unauthenticated);
    return caller.kind === 'machine' ? requireScope(caller, scopes) : E.right(caller);
  },
  staff: (caller, { permission }) => {
    if (caller === null) return E.left(noSession);
    return caller.kind === 'staff' ? requirePermission(caller, permission) : E.left(insufficientScope(''));
  },
  'machine-or-staff': (caller, required) => {
    if (caller === null) return E.left(unauthenticated);
    if (caller.kind === 'staff') return requirePermission(caller, required.permission);
    return caller.kind === 'machine' ? requireScope(caller, required.scopes) : refusedToken(required);
  },
  'machine-flow-or-staff': (caller, { permission, scopes }) => {
    if (caller === null) return E.left(unauthenticated);
    if (caller.kind === 'staff') return requirePermission(caller, permission);
    return caller.kind === 'machine' ? requireScope(caller, scopes) : E.right(caller);
  },
};

/** A flow token has access to one profile, its own. Any other profile is answered like one that does not exist. */
export const accessibleProfileId = (
  caller: Principal | null,
  requested: ProfileId | null,
): Either<HttpError, ProfileId | null> => {
  if (caller?.kind !== 'flow') return E.right(requested);
  return requested === null || requested === caller.profileId ? E.right(caller.profileId) : E.left(notFound);
};
