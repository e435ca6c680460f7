import { useSyncExternalStore } from 'react';
import { fragmentOf, type Route, readRoute } from '../model/index.ts';

const subscribe = (changed: () => void): (() => void) => {
  addEventListener('hashchange', changed);
  return () => removeEventListener('hashchange', changed);
};

/** Where somebody is: the fragment of the address. */
export const useRoute = (): Route => readRoute(useSyncExternalStore(subscribe, () => location.hash));

export const goTo = (route: Route): void => {
  location.hash = fragmentOf(route);
};
