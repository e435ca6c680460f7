import type { ReasonRow } from './reason-row.ts';

/** The reasons why a provider gave no answer. */
export const providerReasons = {
  provider_unavailable: { action: 'wait', visibility: 'person', staffMessage: 'A provider did not answer.' },
  provider_timeout: { action: 'wait', visibility: 'person', staffMessage: 'The checks did not end in time.' },
  provider_quota_exceeded: { action: 'wait', visibility: 'person', staffMessage: 'A provider refused for its quota.' },
  provider_budget_exhausted: {
    action: 'wait',
    visibility: 'person',
    staffMessage: "A provider was not called: the partner's budget of the day is used up.",
  },
  provider_response_invalid: {
    action: 'wait',
    visibility: 'person',
    staffMessage: 'A provider answered something that is not its contract.',
  },
  ai_refused: {
    action: 'wait',
    visibility: 'person',
    staffMessage: 'The model that reads documents refused this one.',
  },
  ai_output_truncated: {
    action: 'wait',
    visibility: 'person',
    staffMessage: "The model's answer was cut off before its end.",
  },
  ai_output_invalid: {
    action: 'wait',
    visibility: 'person',
    staffMessage: "The model's answer is not of the form that it must have.",
  },
} as const satisfies Record<string, ReasonRow>;
