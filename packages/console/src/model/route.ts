/** Where in the console somebody is. */
export type Route =
  | { readonly name: 'queue' }
  | { readonly name: 'search' }
  | { readonly name: 'lists' }
  | { readonly name: 'policies' }
  | { readonly name: 'policy'; readonly id: string; readonly version: string }
  | { readonly name: 'draft'; readonly id: string }
  | { readonly name: 'operations' }
  | { readonly name: 'case'; readonly id: string };

/** An id of a profile; anything else in an address names nothing. */
const caseAddress = /^#\/cases\/([a-z0-9]{15})$/;

const policyAddress = /^#\/policies\/([a-z][a-z0-9_-]{0,39})\/([A-Za-z0-9][A-Za-z0-9._+-]{0,39})$/;
const draftAddress = /^#\/policy-drafts\/([a-z0-9]{15})$/;

/** Reads the address of a screen of policies; `null` where it is none. */
const readPolicyRoute = (fragment: string): Route | null => {
  const [, id, version] = policyAddress.exec(fragment) ?? [];
  if (id !== undefined && version !== undefined) return { name: 'policy', id, version };
  const [, draft] = draftAddress.exec(fragment) ?? [];
  if (draft !== undefined) return { name: 'draft', id: draft };
  return fragment === '#/policies' ? { name: 'policies' } : null;
};

/**
 * Reads the fragment of an address, which no browser sends to a server. It has the id of a profile or of a draft, or
 * the name of a policy, and no more.
 */
export const readRoute = (fragment: string): Route => {
  const [, id] = caseAddress.exec(fragment) ?? [];
  if (id !== undefined) return { name: 'case', id };
  const policies = readPolicyRoute(fragment);
  if (policies !== null) return policies;
  if (fragment === '#/lists') return { name: 'lists' };
  if (fragment === '#/operations') return { name: 'operations' };
  return fragment === '#/search' ? { name: 'search' } : { name: 'queue' };
};

export const fragmentOf = (route: Route): string => {
  switch (route.name) {
    case 'case':
      return `#/cases/${route.id}`;
    case 'policy':
      return `#/policies/${route.id}/${route.version}`;
    case 'draft':
      return `#/policy-drafts/${route.id}`;
    default:
      return `#/${route.name}`;
  }
};

/** Whether an identity provider has led back without a session: the service says so in the fragment, and no reason. */
export const hasSignInFailed = (fragment: string): boolean => fragment === '#sign-in-failed';
