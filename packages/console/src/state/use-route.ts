import { useSyncExternalStore } from 'react';
import { fragmentOf, hasSignInFailed, type Route, readRoute } from '../model/index.ts';

const subscribe = (changed: () => void): (() => void) => {
  addEventListener('hashchange', changed);
  return () => removeEventListener('hashchange', changed);
};

const useFragment = (): string => useSyncExternalStore(subscribe, () => location.hash);

/** Where somebody is: the fragment of the address. */
export const useRoute = (): Route => readRoute(useFragment());

/** Whether somebody comes back from an identity provider that has not led to a session. */
export const useSignInFailed = (): boolean => hasSignInFailed(useFragment());

export const goTo = (route: Route): void => {
  location.hash = fragmentOf(route);
};
