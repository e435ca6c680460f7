import type { Route } from '../model/index.ts';
import { DraftScreen } from './draft-screen.tsx';
import { PoliciesScreen } from './policies-screen.tsx';
import { PolicyScreen } from './policy-screen.tsx';

/** The screens of policies and their drafts. */
export const PolicyScreens = ({ route }: { readonly route: Route }) => {
  if (route.name === 'policy') return <PolicyScreen id={route.id} version={route.version} />;
  return route.name === 'draft' ? <DraftScreen id={route.id} /> : <PoliciesScreen />;
};
