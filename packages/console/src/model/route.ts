import type { Permission } from './wire.ts';

/** Where in the console somebody is. */
export type Route =
  | { readonly name: 'queue' }
  | { readonly name: 'search' }
  | { readonly name: 'lists' }
  | { readonly name: 'policies' }
  | { readonly name: 'policy'; readonly id: string; readonly version: string }
  | { readonly name: 'draft'; readonly id: string }
  | { readonly name: 'operations' }
  | { readonly name: 'webhooks' }
  | { readonly name: 'webhook'; readonly id: string }
  | { readonly name: 'clients' }
  | { readonly name: 'sessions' }
  | { readonly name: 'access-log' }
  | { readonly name: 'case'; readonly id: string }
  /** An address that names none of these. */
  | { readonly name: 'unknown' };

/** An id of a profile; anything else in an address names nothing. */
const caseAddress = /^#\/cases\/([a-z0-9]{15})$/;

const policyAddress = /^#\/policies\/([a-z][a-z0-9_-]{0,39})\/([A-Za-z0-9][A-Za-z0-9._+-]{0,39})$/;
const draftAddress = /^#\/policy-drafts\/([a-z0-9]{15})$/;
const endpointAddress = /^#\/webhooks\/([a-z0-9]{15})$/;

/** The screens whose address is their name. */
const named = [
  'queue',
  'search',
  'lists',
  'policies',
  'operations',
  'webhooks',
  'clients',
  'sessions',
  'access-log',
] as const;

/** Reads the address of a policy or a draft; `null` where it is none. */
const readPolicyRoute = (fragment: string): Route | null => {
  const [, id, version] = policyAddress.exec(fragment) ?? [];
  if (id !== undefined && version !== undefined) return { name: 'policy', id, version };
  const [, draft] = draftAddress.exec(fragment) ?? [];
  return draft === undefined ? null : { name: 'draft', id: draft };
};

/** Whether an address names no screen and leads to the first one: there is none, or a provider has led back with it. */
const isStart = (fragment: string): boolean => ['', '#', '#/'].includes(fragment) || hasSignInFailed(fragment);

/**
 * Reads the fragment of an address, which no browser sends to a server. It has the id of a profile, of a draft or of an
 * endpoint, or the name of a policy, and no more.
 */
export const readRoute = (fragment: string): Route => {
  const [, id] = caseAddress.exec(fragment) ?? [];
  if (id !== undefined) return { name: 'case', id };
  const [, endpoint] = endpointAddress.exec(fragment) ?? [];
  if (endpoint !== undefined) return { name: 'webhook', id: endpoint };
  if (isStart(fragment)) return { name: 'queue' };
  const name = named.find((one) => fragment === `#/${one}`) ?? 'unknown';
  return readPolicyRoute(fragment) ?? { name };
};

export const fragmentOf = (route: Route): string => {
  switch (route.name) {
    case 'case':
      return `#/cases/${route.id}`;
    case 'policy':
      return `#/policies/${route.id}/${route.version}`;
    case 'draft':
      return `#/policy-drafts/${route.id}`;
    case 'webhook':
      return `#/webhooks/${route.id}`;
    default:
      return `#/${route.name}`;
  }
};

/** Whether an identity provider has led back without a session: the service says so in the fragment, and no reason. */
export const hasSignInFailed = (fragment: string): boolean => fragment === '#sign-in-failed';

/** The permission that a member needs for a screen, by the name of its address; the others are for every member. */
const permissions: { readonly [Name in Route['name']]?: Permission } = {
  lists: 'lists:manage',
  policies: 'policies:read',
  policy: 'policies:read',
  draft: 'policies:read',
  operations: 'operations:read',
  webhooks: 'webhooks:manage',
  webhook: 'webhooks:manage',
  clients: 'clients:manage',
  sessions: 'sessions:manage',
  'access-log': 'audit:read',
};

/** The permission without which the service refuses what a screen asks for; `null` where every member may see it. */
export const permissionFor = ({ name }: Route): Permission | null => permissions[name] ?? null;
