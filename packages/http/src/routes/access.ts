import { E, type Either, type MachinePrincipal, notFound, type Principal, type ProfileId } from '@portcullis/domain';
import { insufficientScope, invalidToken, type Scope } from '@portcullis/domain/kernel';
import { type HttpError, unauthenticated } from '../request/http-error.ts';
import type { CallerFor, RouteAccess } from './route.ts';
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

/** Authenticates the caller of a request. Answers `null` for a public route. */
export const authenticate = (
  access: RouteAccess,
  authorization: string | undefined,
  verifyToken: Services['verifyToken'],
): Promise<Either<HttpError, Principal | null>> => {
  if (access === 'public') return anybody;
  const bearer = bearerToken(authorization);
  return E.isLeft(bearer) ? Promise.resolve(bearer) : verifyToken(bearer.right)();
};

/** Requires one of a route's scopes; none at all admits every machine token. The challenge names the first. */
const requireScope = (caller: MachinePrincipal, accepted: readonly Scope[]): Either<HttpError, MachinePrincipal> =>
  accepted.length === 0 || accepted.some((scope) => caller.scopes.includes(scope))
    ? E.right(caller)
    : E.left(insufficientScope(accepted[0] ?? ''));

/** Requires the scope that follows from the body of a request, where the route has one for it. */
export const requireBodyScope = (caller: Principal | null, scope: Scope | undefined): Either<HttpError, void> =>
  scope === undefined || caller?.kind !== 'machine'
    ? E.right(undefined)
    : E.map(() => undefined)(requireScope(caller, [scope]));

type Admissions = {
  readonly [Who in RouteAccess]: (
    caller: Principal | null,
    accepted: readonly Scope[],
  ) => Either<HttpError, CallerFor[Who]>;
};

/**
 * Admits the kind of caller that a route is for. A flow token has no scopes and is never accepted as a machine token.
 */
export const admit: Admissions = {
  public: () => E.right(null),
  machine: (caller, accepted) => {
    if (caller === null) return E.left(unauthenticated);
    return caller.kind === 'machine' ? requireScope(caller, accepted) : E.left(insufficientScope(accepted[0] ?? ''));
  },
  flow: (caller) => {
    if (caller === null) return E.left(unauthenticated);
    return caller.kind === 'flow' ? E.right(caller) : E.left(insufficientScope(''));
  },
  'machine-or-flow': (caller, accepted) => {
    if (caller === null) return E.left(unauthenticated);
    return caller.kind === 'machine' ? requireScope(caller, accepted) : E.right(caller);
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
