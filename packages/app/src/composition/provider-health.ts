import type { CallOutcome, CallRecord } from '@portcullis/vendor-client';
import type { VendorReport } from '../telemetry/readiness.ts';

type ProviderState = VendorReport[string];

/** The state that an outcome implies for its provider. `null` (a transient failure, circuit closed) changes nothing. */
const stateByOutcome: { readonly [Outcome in CallOutcome]: 'ok' | 'failing' | null } = {
  ok: 'ok',
  refused: 'ok',
  rejected: 'ok',
  model_refused: 'ok',
  output_truncated: 'ok',
  output_invalid: 'ok',
  not_configured: 'failing',
  no_provider: null,
  budget_exhausted: null,
  invalid_response: null,
  unavailable: null,
  timeout: null,
  quota: null,
};

/** The health of the providers, derived from their calls; `unknown` before the first conclusive call. */
export type ProviderHealth = {
  readonly record: (record: CallRecord) => void;
  /** Marks a provider as failing although it responds. */
  readonly markFailing: (provider: string) => void;
  readonly stateOf: (provider: string) => ProviderState;
};

export const createProviderHealth = (): ProviderHealth => {
  const known = new Map<string, ProviderState>();
  return {
    record: ({ provider, outcome, circuit }) => {
      const state = circuit === 'open' ? 'failing' : stateByOutcome[outcome];
      if (state !== null) known.set(provider, state);
    },
    markFailing: (provider) => void known.set(provider, 'failing'),
    stateOf: (provider) => known.get(provider) ?? 'unknown',
  };
};
