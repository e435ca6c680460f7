import { withPorts } from '@portcullis/domain/input';
import { pipe, type TaskEither, TE } from '@portcullis/domain/kernel';
import type { HealthProbe } from '../ports/health-probe.ts';

/** The names of what is configured (`null`: nothing is, `none`: by choice); never an address or a key. */
export type Components = {
  readonly liveness: string | null;
  readonly document_ai: string | null;
  readonly fingerprint: string | null;
  readonly cloud_credentials: string | null;
};

export type ComponentHealth = { readonly status: 'configured' | 'not_configured'; readonly name: string | null };

export type Health = {
  readonly status: 'ok' | 'degraded' | 'down';
  readonly checks: {
    readonly database: { readonly status: 'ok' | 'down'; readonly latency_ms: number | null };
  } & { readonly [Name in keyof Components]: ComponentHealth };
};

/**
 * Whether the service can do its work: `down` exactly when the database does not answer or cannot be written to,
 * `degraded` when a provider is missing.
 */
export type CheckHealth = () => TaskEither<never, Health>;

const configured = (name: string | null): ComponentHealth => ({
  status: name === null || name === 'none' ? 'not_configured' : 'configured',
  name,
});

const upStatus = (components: Components): Health['status'] =>
  Object.values(components).includes(null) ? 'degraded' : 'ok';

const healthWith = (latencyMs: number | null, components: Components): Health => ({
  status: latencyMs === null ? 'down' : upStatus(components),
  checks: {
    database: { status: latencyMs === null ? 'down' : 'ok', latency_ms: latencyMs },
    liveness: configured(components.liveness),
    document_ai: configured(components.document_ai),
    fingerprint: configured(components.fingerprint),
    cloud_credentials: configured(components.cloud_credentials),
  },
});

export const checkHealth = withPorts(
  'checkHealth',
  ['probe', 'components'],
  (given: { readonly probe: HealthProbe; readonly components: Components }): CheckHealth => {
    const { probe, components } = given;
    return () =>
      pipe(
        probe.database(),
        TE.map(({ latencyMs }) => healthWith(latencyMs, components)),
        TE.orElse(() => TE.right(healthWith(null, components))),
      );
  },
);
