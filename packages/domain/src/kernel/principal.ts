import type { ProfileId } from './ids.ts';
import type { Scope } from './scopes.ts';
import type { StaffRole } from './staff-permissions.ts';

/**
 * The owner of records. A principal without a team sees all records of its partner; a principal with a team sees only
 * the records of that team.
 */
export type Tenant = { readonly partnerId: string; readonly teamId: string | null };

/**
 * Whether the name of a partner or of a team begins or ends with blanks, which nobody sees and which make it another
 * name.
 */
export const hasOuterBlanks = (name: string): boolean => name !== name.trim();

/**
 * The request in which something is done, for logs and for the headers of calls; no rule reads it. `traceparent` says
 * to which trace its caller says that it belongs (W3C Trace Context, section 3.2, version 00), and is `null` where the
 * caller has said nothing valid.
 */
export type RequestTrace = { readonly requestId: string; readonly traceparent: string | null };

/** The id of a trace: 32 hexadecimal digits. */
export const traceIdOf = ({ traceparent }: RequestTrace): string | null => traceparent?.slice(3, 35) ?? null;

/** A partner's server, which authenticates with a machine token. */
export type MachinePrincipal = {
  readonly kind: 'machine';
  readonly clientId: string;
  readonly tenant: Tenant;
  readonly scopes: readonly Scope[];
  /**
   * The people behind a review of this client beside the reviewer that it names: nobody where the operator trusts
   * those, and otherwise the client itself (`clientAsReviewer`), with the members of staff who have had a secret of it.
   */
  readonly behindReviews?: readonly string[] | undefined;
  /** The request that is being made; it says nothing about who makes it. */
  readonly request?: RequestTrace;
};

/** A client as one reviewer. No id of a reviewer has the form. */
export const clientAsReviewer = (clientId: string): string => `client:${clientId}`;

/**
 * The person's browser, which authenticates with a flow token. The token is bound to one profile and to one generation
 * of its link.
 */
export type FlowPrincipal = {
  readonly kind: 'flow';
  readonly profileId: ProfileId;
  readonly tenant: Tenant;
  readonly generation: number;
  readonly tokenId: string;
  /** When the token ends, where it says so: no token that is made by means of it lives longer. */
  readonly expiresAt?: string | undefined;
  /** The request that is being made; it says nothing about who makes it. */
  readonly request?: RequestTrace;
};

/** A caller with a bearer token. */
export type TokenPrincipal = MachinePrincipal | FlowPrincipal;

/**
 * A member of staff, who reviews profiles or looks after the service for a tenant. They authenticate with a session,
 * which is kept by the service.
 */
export type StaffPrincipal = {
  readonly kind: 'staff';
  /** The opaque id, which the ledger keeps: `staff-` and 12 characters of `a-z0-9`, at least one of them a digit. */
  readonly staffId: string;
  /** The name for people. It never is in the part of the ledger that is hashed. */
  readonly name: string;
  readonly roles: readonly StaffRole[];
  readonly tenant: Tenant;
  /** The id of the session's row, which is not its secret. */
  readonly sessionId: string;
  /** The request that is being made; it says nothing about who makes it. */
  readonly request?: RequestTrace;
};

export type Principal = TokenPrincipal | StaffPrincipal;

/** A caller for a partner as a whole: its server, or a member of staff who looks after the service for it. */
export type AdministratingPrincipal = MachinePrincipal | StaffPrincipal;

/**
 * The same principal in a request. Every request passes through here: the fields are written out because that is many
 * times faster than a copy of an object that may be of any kind.
 */
export const principalInRequest = (caller: Principal, request: RequestTrace): Principal => {
  if (caller.kind === 'machine') {
    const { behindReviews, clientId, scopes, tenant } = caller;
    return {
      kind: 'machine',
      clientId,
      tenant,
      scopes,
      behindReviews,
      request,
    } satisfies Required<MachinePrincipal>;
  }
  if (caller.kind === 'staff') {
    const { name, roles, sessionId, staffId, tenant } = caller;
    return {
      kind: 'staff',
      staffId,
      name,
      roles,
      tenant,
      sessionId,
      request,
    } satisfies Required<StaffPrincipal>;
  }
  const { expiresAt, generation, profileId, tenant, tokenId } = caller;
  return {
    kind: 'flow',
    profileId,
    tenant,
    generation,
    tokenId,
    expiresAt,
    request,
  } satisfies Required<FlowPrincipal>;
};

/** Whether a record of `owner` exists for `viewer` at all. */
export const isVisibleTo = (viewer: Tenant, owner: Tenant): boolean =>
  viewer.partnerId === owner.partnerId && (viewer.teamId === null || viewer.teamId === owner.teamId);

/**
 * Whether a profile exists for a caller. A machine and a member of staff may access what their tenant sees. A flow
 * token may access its own profile, as long as both are of exactly the same tenant.
 */
export const canAccess = (
  caller: Principal,
  { id, tenant }: { readonly id: ProfileId; readonly tenant: Tenant },
): boolean =>
  caller.kind === 'flow'
    ? caller.profileId === id && caller.tenant.partnerId === tenant.partnerId && caller.tenant.teamId === tenant.teamId
    : isVisibleTo(caller.tenant, tenant);

/**
 * Whether the requests of a caller may move a profile on. A person moves their own. A machine token needs the scope for
 * it: one that only reads is answered what is stored, calls no provider and writes nothing. A member of staff reads
 * like that as well.
 */
export const mayChangeProfiles = (caller: Principal): boolean =>
  caller.kind === 'flow' || (caller.kind === 'machine' && caller.scopes.includes('profiles:write'));
