import type { Route } from '../model/index.ts';
import { EndpointScreen } from './endpoint-screen.tsx';
import { EndpointsScreen } from './endpoints-screen.tsx';

/** The screens of webhook endpoints. */
export const WebhookScreens = ({ route }: { readonly route: Route }) =>
  route.name === 'webhook' ? <EndpointScreen id={route.id} /> : <EndpointsScreen />;
