import { forPerson, forStaff, type ReasonRow } from './reason-row.ts';

/** The reasons that the policy itself gives, whatever the evidence. */
export const policyReasons = {
  policy_sampled: forStaff(
    'review',
    'Nothing stood against an approval; the policy has a person look at a share of them.',
  ),
  checks_incomplete: forStaff('review', 'A required check gave no answer, or an entry of the lists could not be read.'),
  path_contradicted: forStaff(
    'review',
    'Another path of the policy that the person began shows a sign of fraud, which the path that was decided on does not.',
  ),
  path_person_mismatch: forStaff('review', 'Documents of different persons were shown in two paths of the policy.'),
  path_not_chosen: forStaff('info', 'The person chose another path of the policy.'),
  path_incomplete: forStaff('info', 'Not every step of this path of the policy was done.'),
  policy_attempts_exhausted: forPerson('decline', 'The last attempt ended with a retryable failure.'),
} as const satisfies Record<string, ReasonRow>;
