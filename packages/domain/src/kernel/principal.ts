import type { ProfileId } from './ids.ts';
import type { Scope } from './scopes.ts';

/**
 * Whose records they are. A principal without a team sees all records of its partner; a principal with a team sees only
 * the records of that team.
 */
export type Tenant = { readonly partnerId: string; readonly teamId: string | null };

/** A partner's server, which authenticates with a machine token. */
export type MachinePrincipal = {
  readonly kind: 'machine';
  readonly clientId: string;
  readonly tenant: Tenant;
  readonly scopes: readonly Scope[];
};

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
};

export type Principal = MachinePrincipal | FlowPrincipal;

/** Whether a record of `owner` exists for `viewer` at all. */
export const isVisibleTo = (viewer: Tenant, owner: Tenant): boolean =>
  viewer.partnerId === owner.partnerId && (viewer.teamId === null || viewer.teamId === owner.teamId);

/**
 * Whether a profile exists for a caller. A machine may access what its tenant sees. A flow token may access its own
 * profile, as long as both are of exactly the same tenant.
 */
export const canAccess = (
  caller: Principal,
  { id, tenant }: { readonly id: ProfileId; readonly tenant: Tenant },
): boolean =>
  caller.kind === 'machine'
    ? isVisibleTo(caller.tenant, tenant)
    : caller.profileId === id && caller.tenant.partnerId === tenant.partnerId && caller.tenant.teamId === tenant.teamId;

/**
 * Whether the requests of a caller may move a profile on. A person moves their own. A machine token needs the scope for
 * it: one that only reads is answered what is stored, calls no provider and writes nothing.
 */
export const mayChangeProfiles = (caller: Principal): boolean =>
  caller.kind === 'flow' || caller.scopes.includes('profiles:write');
