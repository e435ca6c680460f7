import { type CredentialsIssuer, E } from '@portcullis/domain';
import type { Simulation } from './simulation.ts';

const lifetimeMs = 900_000;

/** Issues credentials that have the provider's form and grant nothing. Their text says that they are simulated. */
export const simulatedCredentials = ({ clock, ids, region }: Simulation): CredentialsIssuer => ({
  issue: () => async () =>
    E.right({
      access_key_id: `ASIASIMULATED${ids.salt().slice(0, 7).toUpperCase()}`,
      secret_access_key: `simulated/${ids.salt().slice(0, 30)}`,
      session_token: `simulated//${ids.salt()}`,
      expiration: new Date(clock.now() + lifetimeMs).toISOString(),
      region,
    }),
});
