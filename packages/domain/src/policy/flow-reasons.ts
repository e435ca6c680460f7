import { forPerson, forStaff, type ReasonRow } from './reason-row.ts';

/** The reasons for transitions that are not decisions of the checks. */
export const flowReasons = {
  flow_expired_unopened: forPerson('explain', 'The profile expired before its link was opened.'),
  flow_expired_abandoned: forPerson('explain', 'The profile expired before every step was done.'),
  flow_canceled_by_user: forPerson('explain', 'The person canceled.'),
  flow_canceled_by_client: forPerson('explain', 'The partner canceled.'),
  review_pending: forPerson(
    'explain',
    'A reviewer decides. The reasons for it are not shown to the person, who is told this alone.',
  ),
  input_needed: forPerson(
    'explain',
    'Something is asked of the person again. The reasons for it are not shown to them, who are told this alone.',
  ),
  policy_changed: forPerson('explain', 'A new profile under another policy took the place of this one.'),
  lapse_document_expired: forPerson('explain', 'The document of an approved profile ran out.'),
  lapse_validity_ended: forPerson('explain', 'The validity of the approval under its policy ended.'),
  review_approved_override: forStaff('explain', 'A reviewer approved over the outcome of the checks.'),
  review_declined: forStaff('explain', 'A reviewer declined.'),
  review_input_requested: forStaff('explain', 'A reviewer asked for more input.'),
  review_reopened: forStaff('explain', 'A settled decision was opened again.'),
} as const satisfies Record<string, ReasonRow>;
