import { forPerson, forStaff, type ReasonRow } from './reason-row.ts';

/** The reasons that the policy itself gives, whatever the evidence. */
export const policyReasons = {
  policy_sampled: forStaff(
    'review',
    'Nothing stood against an approval; the policy has a person look at a share of them.',
  ),
  checks_incomplete: forStaff('review', 'A required check gave no answer, or an entry of the lists could not be read.'),
  path_contradicted: forStaff('review', 'Another path that the person began shows a sign of fraud.'),
  path_person_mismatch: forStaff('review', 'Documents of two persons were shown in two paths.'),
  path_not_chosen: forStaff('info', 'Another path was chosen.'),
  path_incomplete: forStaff('info', 'A step of the path is missing.'),
  policy_attempts_exhausted: forPerson('decline', 'The last attempt ended with a retryable failure.'),
} as const satisfies Record<string, ReasonRow>;
