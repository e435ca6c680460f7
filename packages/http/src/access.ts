import {
  type Caller,
  E,
  type Either,
  insufficientScope,
  invalidToken,
  type MachineCaller,
  notFound,
  type ProfileId,
  pipe,
  type Scope,
  type TaskEither,
  TE,
} from '@portcullis/domain';
import { type HttpError, unauthenticated } from './http-error.ts';
import type { Access, CallerOf } from './route.ts';
import type { Services } from './services.ts';

const scheme = /^bearer(?: |$)/i;
const token = /^bearer +([A-Za-z0-9._~+/-]+=*) *$/i;

/** Reads the bearer token of a request (RFC 6750 section 2.1). */
const bearerOf = (authorization: string | undefined): Either<HttpError, string> => {
  if (authorization === undefined || !scheme.test(authorization)) return E.left(unauthenticated);
  const found = token.exec(authorization)?.[1];
  return found === undefined ? E.left(invalidToken) : E.right(found);
};

/** Authenticates the caller of a request. Answers `null` for a public route. */
export const authenticate = (
  access: Access,
  authorization: string | undefined,
  verifyToken: Services['verifyToken'],
): TaskEither<HttpError, Caller | null> =>
  access === 'public'
    ? TE.right(null)
    : pipe(
        TE.fromEither(bearerOf(authorization)),
        TE.flatMap((bearer): TaskEither<HttpError, Caller> => verifyToken(bearer)),
      );

const withScope = (caller: MachineCaller, scope: Scope | null): Either<HttpError, MachineCaller> =>
  scope === null || caller.scopes.includes(scope) ? E.right(caller) : E.left(insufficientScope(scope));

type Gates = {
  readonly [Who in Access]: (caller: Caller | null, scope: Scope | null) => Either<HttpError, CallerOf[Who]>;
};

/**
 * Admits the kind of caller that a route is for. A flow token has no scopes and is never accepted as a machine token.
 */
export const admit: Gates = {
  public: () => E.right(null),
  machine: (caller, scope) => {
    if (caller === null) return E.left(unauthenticated);
    return caller.kind === 'machine' ? withScope(caller, scope) : E.left(insufficientScope(scope ?? ''));
  },
  'machine-or-flow': (caller, scope) => {
    if (caller === null) return E.left(unauthenticated);
    return caller.kind === 'machine' ? withScope(caller, scope) : E.right(caller);
  },
};

/** A flow token has access to one profile, its own. Any other profile is answered like one that does not exist. */
export const ownProfile = (caller: Caller | null, named: ProfileId | null): Either<HttpError, ProfileId | null> => {
  if (caller?.kind !== 'flow') return E.right(named);
  return named === null || named === caller.profileId ? E.right(caller.profileId) : E.left(notFound);
};
