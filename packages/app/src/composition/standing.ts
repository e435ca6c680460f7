import type { CallOutcome, CallRecord } from '@portcullis/outgoing';
import type { VendorReport } from '../readiness.ts';

type State = VendorReport[string];

/** The state that an outcome implies for its provider. `null` (a transient failure, circuit closed) changes nothing. */
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

/** The health of the providers, derived from their calls; `unknown` before the first conclusive call. */
export type Standings = {
  readonly note: (record: CallRecord) => void;
  /** Marks a provider as failing although it responds. */
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
