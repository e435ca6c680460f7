import { mountAddedLiveness } from './added.ts';
import { mountAwsLiveness } from './aws.ts';
import type { MountLiveness } from './liveness.ts';
import { mountSimulatedLiveness } from './simulated.ts';

/** The components of the page, by the provider of a session. Each loads its own code when it is shown. */
const components: { readonly [provider: string]: MountLiveness } = {
  aws: mountAwsLiveness,
  simulated: mountSimulatedLiveness,
};

/** The component for the sessions of a provider: one of the page, or one that the operator has added. */
export const livenessComponent = (provider: string): MountLiveness =>
  (Object.hasOwn(components, provider) ? components[provider] : undefined) ?? mountAddedLiveness(provider);
