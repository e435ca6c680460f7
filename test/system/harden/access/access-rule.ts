import type { Scope, StaffPermission } from '@portcullis/domain/kernel';
import type { Subject } from './subjects.ts';

/**
 * A route is open to everybody, to partners' servers by a scope, to the person whose profile it is, by the link, to
 * staff by a permission, or to several of these.
 */
export type Who =
  | 'everybody'
  | 'servers'
  | 'servers and persons'
  | 'persons'
  | 'staff'
  | 'servers and staff'
  | 'servers, persons and staff';

/** The status and the code of a response; the code is `null` for a response that is no problem. */
export type Outcome = readonly [status: number, code: string | null];

/** Says which profile a request names, by its state; `none` is a request that names no profile. */
export type About = 'open' | 'unused' | 'decided' | 'erased' | 'none';

/**
 * Declares who may do what. `ask` is a request that changes nothing, and `admitted` is the response for those who are
 * allowed.
 */
export type Rule = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly who: Who;
  readonly scope: Scope | null;
  /** A second scope that admits as well. */
  readonly otherScope?: Scope;
  readonly about: About;
  /** The permission that staff need; `null` for a session alone. */
  readonly permission?: StaffPermission | null;
  /** Whether no profile is looked at, so that the token of an older or ended link is as good as any other. */
  readonly anyLink?: true;
  readonly ask: (subject: Subject) => { readonly path: string; readonly json?: object };
  readonly admitted: Outcome;
  /** The response to a request with the origin of the console, where it is another one. */
  readonly admittedSession?: Outcome;
  /** The response to another method, in the format of the path. */
  readonly otherMethod?: Outcome;
};

// What admitted requests are answered.
const ok: Outcome = [200, null];
export const badRequest: Outcome = [400, 'invalid_request'];
export const notFound: Outcome = [404, 'not_found'];
export const unknownField = { nobody_knows_this: 1 };

/** An operation that reads; by a scope, and for staff by a permission. */
export const readRoute = (
  path: string,
  scope: Scope,
  about: About,
  who: Who = 'servers',
  permission?: StaffPermission,
): Rule => ({
  method: 'GET',
  path,
  who,
  scope,
  about,
  ask: ({ file, id, session }) => ({
    path: path.replace(':id', id).replace(':fileId', file).replace(':sessionId', session),
  }),
  admitted: ok,
  ...(permission !== undefined && { permission }),
});

/** An operation that writes, asked for with a body that nobody takes. */
export const writeRoute = (path: string, scope: Scope, about: About, more: Partial<Rule> = {}): Rule => ({
  method: 'POST',
  path,
  who: 'servers',
  scope,
  about,
  ask: ({ id }) => ({ path: path.replace(':id', id), json: unknownField }),
  admitted: badRequest,
  ...more,
});

/** An operation of the person's page, which a machine token may not call. */
export const personRoute = (path: string): Rule => ({
  method: 'POST',
  path,
  who: 'persons',
  scope: null,
  about: 'none',
  ask: () => ({ path, json: unknownField }),
  admitted: badRequest,
});

/** An operation of the console, which no token may call. */
export const staffRoute = (
  method: Rule['method'],
  path: string,
  permission: StaffPermission | null,
  more: Partial<Rule> = {},
): Rule => ({
  method,
  path,
  who: 'staff',
  scope: null,
  permission,
  about: 'none',
  ask: () => ({ path }),
  admitted: ok,
  ...more,
});

/** What staff do with a profile that they review. */
export const reviewAction = (action: string, permission: StaffPermission, json: object, admitted: Outcome): Rule =>
  staffRoute('POST', `/api/reviews/:id/${action}`, permission, {
    about: 'open',
    admitted,
    ask: ({ id }) => ({ path: `/api/reviews/${id}/${action}`, json }),
  });

/** An operation that is open to everybody. */
export const publicRoute = (path: string, asked = path): Rule => ({
  method: 'GET',
  path,
  who: 'everybody',
  scope: null,
  about: 'none',
  ask: () => ({ path: asked }),
  admitted: ok,
});
