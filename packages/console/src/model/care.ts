import type { Profile, WireCount } from './wire.ts';

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

export type StateNotice =
  | { readonly key: 'state_erased' | 'state_erases'; readonly at: string }
  | { readonly key: 'state_canceled' | 'state_expired' | 'state_lapsed'; readonly at?: undefined };

/** What has to be said of a profile that nobody will decide any more, or that its policy will erase. */
export const noticesOf = ({ erases_at: erasesAt, redaction, status }: Profile): readonly StateNotice[] => {
  const ended = (['canceled', 'expired', 'lapsed'] as const).find((one) => one === status);
  return [
    ...(redaction == null ? [] : [{ key: 'state_erased', at: redaction.requested_at } as const]),
    ...(ended === undefined ? [] : [{ key: `state_${ended}` } as const]),
    ...(erasesAt == null || redaction != null ? [] : [{ key: 'state_erases', at: erasesAt } as const]),
  ];
};

const maxNote = 2000;

/** What keeps the note of a hold from being sent. Characters are counted as the service counts them. */
export const noteFaultOf = (note: string, isNeeded: boolean): 'care_note_needed' | 'care_note_long' | null => {
  if (isNeeded && note.trim() === '') return 'care_note_needed';
  return note.trim().length > maxNote ? 'care_note_long' : null;
};
