import type { ReasonRow } from './reason-row.ts';

/** The reasons that the policy itself gives, whatever the evidence. */
export const policyReasons = {
  policy_sampled: {
    action: 'review',
    visibility: 'staff',
    staffMessage: 'Nothing stood against an approval; the policy has a person look at a share of them.',
  },
  checks_incomplete: {
    action: 'review',
    visibility: 'staff',
    staffMessage: 'A required check gave no answer, or an entry of the lists could not be read.',
  },
  policy_attempts_exhausted: {
    action: 'decline',
    visibility: 'person',
    staffMessage: 'The last attempt ended with a retryable failure.',
  },
} as const satisfies Record<string, ReasonRow>;
