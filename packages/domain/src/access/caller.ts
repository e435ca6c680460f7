import type { ProfileId } from '../ids.ts';
import type { Scope } from './scopes.ts';

/** Whose records: a caller without a team sees all of its partner's, a caller with one sees only that team's. */
export type Tenant = { readonly partnerId: string; readonly teamId: string | null };

/** A partner's server, by a machine token. */
export type MachineCaller = {
  readonly kind: 'machine';
  readonly clientId: string;
  readonly tenant: Tenant;
  readonly scopes: readonly Scope[];
};

/** The person's browser, by a flow token: bound to one profile and to one generation of its link. */
export type FlowCaller = {
  readonly kind: 'flow';
  readonly profileId: ProfileId;
  readonly tenant: Tenant;
  readonly generation: number;
  readonly tokenId: string;
};

export type Caller = MachineCaller | FlowCaller;

/** Whether a record of `owner` exists for `viewer` at all. */
export const sees = (viewer: Tenant, owner: Tenant): boolean =>
  viewer.partnerId === owner.partnerId && (viewer.teamId === null || viewer.teamId === owner.teamId);

/**
 * Whether a profile exists for a caller: for a machine what its tenant sees; for a flow token its own profile, as long as
 * both are of exactly the same tenant.
 */
export const mayKnow = (
  caller: Caller,
  { id, tenant }: { readonly id: ProfileId; readonly tenant: Tenant },
): boolean =>
  caller.kind === 'machine'
    ? sees(caller.tenant, tenant)
    : caller.profileId === id && caller.tenant.partnerId === tenant.partnerId && caller.tenant.teamId === tenant.teamId;
