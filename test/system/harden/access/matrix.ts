import type { Scope } from '@portcullis/domain/kernel';
import type { Outcome, Rule } from './access-rule.ts';
import { expectedAccess } from './expected-access.ts';
import { permissionsOfRole } from './expected-roles.ts';
import { isDead, isFromElsewhere, type StaffBearer, staffBearersOf } from './sessions.ts';
import { berlin, globex, paris, type Subject, wholeAcme } from './subjects.ts';
import {
  flowToken,
  machineToken,
  scopeSets,
  type Tenant,
  type TokenDemands,
  type TokenState,
  tokenStates,
} from './tokens.ts';

/**
 * Holds the profiles of one team, and one profile of another partner. `relinked` had a link before its current one. Of
 * `open` all credentials were issued, so that its session may have been used; that of `unused` was not.
 */
export type Subjects = {
  readonly open: Subject;
  readonly unused: Subject;
  readonly decided: Subject;
  readonly erased: Subject;
  readonly ended: Subject;
  readonly relinked: Subject;
  readonly neighbour: Subject;
  readonly stranger: Subject;
};

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;

/** Says to which link a flow token belongs, relative to the profile that is requested. */
type LinkRelation = 'own' | 'older' | 'newer' | 'ended' | 'neighbour' | 'stranger';

/** A bearer of some kind. For `garbage` the value is no token; for `none` there is no header. */
export type Bearer =
  | { readonly kind: 'none' }
  | { readonly kind: 'garbage'; readonly text: string }
  | { readonly kind: 'machine'; readonly tenant: Tenant; readonly scopes: readonly Scope[]; readonly state: TokenState }
  | { readonly kind: 'flow'; readonly link: LinkRelation; readonly state: TokenState }
  | StaffBearer;

const garbage = ['x', 'a.b.c', 'eyJhbGciOiJub25lIn0.e30.', `${'a'.repeat(5000)}`];
const tenants = [wholeAcme, berlin, paris, globex];
const links: readonly LinkRelation[] = ['own', 'older', 'newer', 'ended', 'neighbour', 'stranger'];

const bearers: readonly Bearer[] = [
  { kind: 'none' },
  ...garbage.map((text): Bearer => ({ kind: 'garbage', text })),
  ...tenants.flatMap((tenant) =>
    tokenStates.flatMap((state) => scopeSets.map((scopes): Bearer => ({ kind: 'machine', tenant, scopes, state }))),
  ),
  ...links.flatMap((link) => tokenStates.map((state): Bearer => ({ kind: 'flow', link, state }))),
  ...staffBearersOf(tenants),
];

/** Answers the profile that a request names. For an older link it is the profile that has a newer one. */
export const subjectOf = ({ about }: Rule, bearer: Bearer, cast: Subjects): Subject => {
  if (bearer.kind === 'flow' && bearer.link === 'ended') return cast.ended;
  if (bearer.kind === 'flow' && (bearer.link === 'older' || bearer.link === 'newer')) return cast.relinked;
  return about === 'none' ? cast.open : cast[about];
};

const linkFor = (link: LinkRelation, named: Subject, { neighbour, stranger }: Subjects) => {
  const of = (subject: Subject, more = 0) => ({
    profile: subject.id,
    tenant: subject.tenant,
    generation: subject.generation + more,
  });
  if (link === 'neighbour') return of(neighbour);
  if (link === 'stranger') return of(stranger);
  return of(named, { own: 0, ended: 0, older: -1, newer: 1 }[link]);
};

/** Answers the value of the `Authorization` header, or `null` when there is none. */
export const authorizationOf = (
  demands: TokenDemands,
  bearer: Bearer,
  named: Subject,
  cast: Subjects,
): string | null => {
  if (bearer.kind === 'none') return null;
  if (bearer.kind === 'staff')
    return bearer.state === 'beside_token' ? `Bearer ${machineToken(demands, bearer.tenant, [])}` : null;
  if (bearer.kind === 'garbage') return `Bearer ${bearer.text}`;
  return bearer.kind === 'machine'
    ? `Bearer ${machineToken(demands, bearer.tenant, bearer.scopes, bearer.state)}`
    : `Bearer ${flowToken(demands, linkFor(bearer.link, named, cast), bearer.state)}`;
};

const missing: Outcome = [404, 'not_found'];
const badToken: Outcome = [401, 'invalid_token'];
const forbidden: Outcome = [403, 'insufficient_scope'];

const noCaller: Outcome = [401, 'unauthenticated'];

const isVisible = ({ partner, team }: Tenant): boolean => partner === 'acme' && team !== 'paris';

const forMachine = (
  { about, admitted, otherScope, scope, who }: Rule,
  tenant: Tenant,
  scopes: readonly Scope[],
): Outcome => {
  if (who === 'persons' || who === 'staff' || ![scope, otherScope].some((one) => one && scopes.includes(one)))
    return forbidden;
  return about === 'none' || isVisible(tenant) ? admitted : missing;
};

const forStaff = (rule: Rule, { roles, state, tenant }: StaffBearer): Outcome => {
  const { about, admitted, method, permission, who } = rule;
  if (state === 'beside_token') return forMachine(rule, tenant, []);
  if (!who.includes('staff')) return noCaller;
  if (isFromElsewhere(state) && method !== 'GET') return [403, 'cross_site_request'];
  if (isDead(state)) return noCaller;
  const isAllowed =
    permission === null || roles.some((role) => permissionsOfRole[role].some((one) => one === permission));
  if (!isAllowed) return [403, 'insufficient_permission'];
  return about === 'none' || isVisible(tenant) ? admitted : missing;
};

const forPerson = ({ about, admitted, anyLink, who }: Rule, link: LinkRelation): Outcome => {
  if (!who.includes('persons')) return forbidden;
  if (anyLink) return admitted;
  const isElsewhere = link === 'neighbour' || link === 'stranger';
  if (isElsewhere) return about === 'none' ? admitted : missing;
  if (link === 'older' || link === 'newer') return badToken;
  return link === 'ended' ? [410, 'flow_ended'] : admitted;
};

/** Answers the outcome that the rule declares for this bearer. */
const expectedByRule = (rule: Rule, bearer: Bearer): Outcome => {
  if (rule.who === 'everybody') {
    const isConsole = bearer.kind === 'staff' && !isFromElsewhere(bearer.state);
    return (isConsole ? rule.admittedSession : undefined) ?? rule.admitted;
  }
  if (bearer.kind === 'none') return noCaller;
  if (bearer.kind === 'staff') return forStaff(rule, bearer);
  if (bearer.kind === 'garbage') return badToken;
  if (bearer.state === 'expired') return [401, 'token_expired'];
  if (bearer.state !== 'fresh') return badToken;
  return bearer.kind === 'machine' ? forMachine(rule, bearer.tenant, bearer.scopes) : forPerson(rule, bearer.link);
};

/** One path, one method and one bearer. `rule` says how the path is requested when it does not support the method. */
export type MatrixCell = {
  readonly method: (typeof methods)[number];
  readonly rule: Rule;
  readonly bearer: Bearer;
  readonly expected: Outcome;
  /** Whether the path has an operation for the method: otherwise nobody gets further than a 405. */
  readonly isOperation: boolean;
};

/** How many cells there are, how many of them have a session, and how many of those meet an operation. */
export type CellCounts = { readonly all: number; readonly staff: number; readonly staffAtOperations: number };

export const countCells = (cells: readonly MatrixCell[]): CellCounts => {
  const staff = cells.filter(({ bearer }) => bearer.kind === 'staff');
  return {
    all: cells.length,
    staff: staff.length,
    staffAtOperations: staff.filter(({ isOperation }) => isOperation).length,
  };
};

const paths = [...new Set(expectedAccess.map(({ path }) => path))];

/**
 * Yields every path with every method and every bearer. A method that a path does not support is answered with 405,
 * whoever asks.
 */
export function* matrixCells(): Generator<MatrixCell> {
  for (const path of paths) {
    const rules = expectedAccess.filter((rule) => rule.path === path);
    for (const method of methods) {
      const own = rules.find((rule) => rule.method === (method === 'HEAD' ? 'GET' : method));
      const [rule = own] = own ? [own] : rules;
      if (rule === undefined) continue;
      for (const bearer of bearers) {
        const expected = own ? expectedByRule(own, bearer) : (rule.otherMethod ?? [405, 'method_not_allowed']);
        yield { method, rule, bearer, expected, isOperation: own !== undefined };
      }
    }
  }
}
