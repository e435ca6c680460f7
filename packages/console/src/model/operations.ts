import type { WireCount } from './wire.ts';

type Named = { readonly status: string; readonly name: string | null };

export type ServiceHealth = {
  readonly status: string;
  readonly checks: {
    readonly database: { readonly status: string; readonly latency_ms: number | null };
    readonly liveness: Named;
    readonly document_ai: Named;
    readonly fingerprint: Named;
    readonly cloud_credentials: Named;
  };
};

export type FunnelColumn = { readonly days: number; readonly counts: { readonly [status: string]: WireCount } };

export type EndpointHealth = {
  readonly id: string;
  readonly host: string;
  readonly status: string;
  readonly failing_since: string | null;
  readonly waiting: WireCount;
  readonly dead_letters: WireCount;
  readonly last_failure: {
    readonly at: string;
    readonly status: number | null;
    readonly failure: string | null;
  } | null;
};

/** How the service does for the tenant; a part that could not be read is `null`. */
export type Operations = {
  readonly at: string;
  readonly readiness: ServiceHealth | null;
  readonly queue: {
    readonly waiting: WireCount;
    readonly overdue: WireCount;
    readonly oldest_waiting_since: string | null;
  } | null;
  readonly processing: { readonly profiles: WireCount; readonly oldest_created_at: string | null } | null;
  readonly funnel: readonly FunnelColumn[] | null;
  readonly webhooks: readonly EndpointHealth[] | null;
};
