import type { TaskEither } from '../fp.ts';

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
