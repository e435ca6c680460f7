import { pipe, type TaskEither, TE } from '../fp.ts';
import type { HealthProbe } from '../ports/health-probe.ts';

/** What is configured, by name; never an address or a key. */
export type Components = {
  readonly liveness: string;
  readonly document_ai: string;
  readonly fingerprint: string;
  readonly cloud_credentials: string;
};

export type Health = {
  readonly status: 'ok' | 'degraded' | 'down';
  readonly checks: {
    readonly database: { readonly status: 'ok' | 'down'; readonly latency_ms: number | null };
  } & { readonly [Name in keyof Components]: { readonly status: 'configured'; readonly name: string } };
};

/** Whether the service can do its work; `down` exactly when the database does not answer. */
export type CheckHealth = () => TaskEither<never, Health>;

const configured = (name: string) => ({ status: 'configured' as const, name });

const healthWith = (latencyMs: number | null, components: Components): Health => ({
  status: latencyMs === null ? 'down' : 'ok',
  checks: {
    database: { status: latencyMs === null ? 'down' : 'ok', latency_ms: latencyMs },
    liveness: configured(components.liveness),
    document_ai: configured(components.document_ai),
    fingerprint: configured(components.fingerprint),
    cloud_credentials: configured(components.cloud_credentials),
  },
});

export const checkHealth =
  ({ probe, components }: { readonly probe: HealthProbe; readonly components: Components }): CheckHealth =>
  () =>
    pipe(
      probe.database(),
      TE.map(({ latencyMs }) => healthWith(latencyMs, components)),
      TE.orElse(() => TE.right<never, Health>(healthWith(null, components))),
    );
