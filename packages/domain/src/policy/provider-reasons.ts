import { forPerson, type ReasonRow } from './reason-row.ts';

/** The reasons why a provider gave no answer. */
export const providerReasons = {
  provider_unavailable: forPerson('wait', 'A provider did not answer.'),
  provider_timeout: forPerson('wait', 'The checks did not end in time.'),
  provider_quota_exceeded: forPerson('wait', 'A provider refused for its quota.'),
  provider_budget_exhausted: forPerson(
    'wait',
    "A provider was not called: the partner's budget of the day is used up.",
  ),
  provider_not_configured: forPerson('wait', 'No provider is configured, by choice.'),
  provider_response_invalid: forPerson('wait', 'A provider answered something that is not its contract.'),
  ai_refused: forPerson('wait', 'The model that reads documents refused this one.'),
  ai_output_truncated: forPerson('wait', "The model's answer was cut off before its end."),
  ai_output_invalid: forPerson('wait', "The model's answer is not of the form that it must have."),
} as const satisfies Record<string, ReasonRow>;
