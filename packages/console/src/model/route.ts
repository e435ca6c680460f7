/** Where in the console somebody is. */
export type Route =
  | { readonly name: 'queue' }
  | { readonly name: 'search' }
  | { readonly name: 'lists' }
  | { readonly name: 'case'; readonly id: string };

/** An id of a profile; anything else in an address names nothing. */
const caseAddress = /^#\/cases\/([a-z0-9]{15})$/;

/** Reads the fragment of an address, which no browser sends to a server. It has the id of a profile, and no more. */
export const readRoute = (fragment: string): Route => {
  const [, id] = caseAddress.exec(fragment) ?? [];
  if (id !== undefined) return { name: 'case', id };
  if (fragment === '#/lists') return { name: 'lists' };
  return fragment === '#/search' ? { name: 'search' } : { name: 'queue' };
};

export const fragmentOf = (route: Route): string => (route.name === 'case' ? `#/cases/${route.id}` : `#/${route.name}`);

/** Whether an identity provider has led back without a session: the service says so in the fragment, and no reason. */
export const hasSignInFailed = (fragment: string): boolean => fragment === '#sign-in-failed';
