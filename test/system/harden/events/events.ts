import type { Harness } from '../harness/harness.ts';
import { runDeliveries } from './deliveries/deliveries.ts';

export const events: Harness = {
  name: 'events',
  claim: 'every change is an event, and reaches every endpoint and every reader in order, whoever is killed',
  run: runDeliveries,
};
