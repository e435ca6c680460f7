import { type CredentialsIssuer, E } from '@portcullis/domain';
import type { Simulation } from './simulation.ts';

const lifetimeMs = 900_000;

/** Credentials of the provider's shape that open nothing: they say that they are simulated. */
export const simulatedCredentials = ({ clock, ids, region }: Simulation): CredentialsIssuer => ({
  issue: () => async () =>
    E.right({
      accessKeyId: `ASIASIMULATED${ids.salt().slice(0, 7).toUpperCase()}`,
      secretAccessKey: `simulated/${ids.salt().slice(0, 30)}`,
      sessionToken: `simulated//${ids.salt()}`,
      expiration: new Date(clock.now() + lifetimeMs).toISOString(),
      region,
    }),
});
