import type { CallOutcome, CallRecord } from '@portcullis/outgoing';
import type { VendorReport } from '../readiness.ts';

type State = VendorReport[string];

/** What a call says of its provider; one that says nothing (a hiccup, while the circuit is closed) changes nothing. */
const meaning: { readonly [Outcome in CallOutcome]: 'ok' | 'failing' | null } = {
  ok: 'ok',
  refused: 'ok',
  rejected: 'ok',
  model_refused: 'ok',
  output_truncated: 'ok',
  output_invalid: 'ok',
  not_configured: 'failing',
  invalid_response: null,
  unavailable: null,
  timeout: null,
  quota: null,
};

/** How the providers stand by the calls that were made; `unknown` before the first one that says something. */
export type Standings = {
  readonly note: (record: CallRecord) => void;
  /** Says that a provider fails us, although it answers. */
  readonly fail: (provider: string) => void;
  readonly of: (provider: string) => State;
};

export const newStandings = (): Standings => {
  const known = new Map<string, State>();
  return {
    note: ({ provider, outcome, circuit }) => {
      const state = circuit === 'open' ? 'failing' : meaning[outcome];
      if (state !== null) known.set(provider, state);
    },
    fail: (provider) => void known.set(provider, 'failing'),
    of: (provider) => known.get(provider) ?? 'unknown',
  };
};
