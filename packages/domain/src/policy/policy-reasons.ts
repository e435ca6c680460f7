import { forPerson, forStaff, type ReasonRow } from './reason-row.ts';

/** The reasons that the policy itself gives, whatever the evidence. */
export const policyReasons = {
  policy_sampled: forStaff(
    'review',
    'Nothing stood against an approval; the policy has a person look at a share of them.',
  ),
  checks_incomplete: forStaff('review', 'A required check gave no answer, or an entry of the lists could not be read.'),
  policy_attempts_exhausted: forPerson('decline', 'The last attempt ended with a retryable failure.'),
} as const satisfies Record<string, ReasonRow>;
