import type { ReasonRow } from './reason-row.ts';

/** The reasons for transitions that are not decisions of the checks. */
export const flowReasons = {
  flow_expired_unopened: {
    action: 'explain',
    visibility: 'person',
    staffMessage: 'The profile expired before its link was opened.',
  },
  flow_expired_abandoned: {
    action: 'explain',
    visibility: 'person',
    staffMessage: 'The profile expired before every step was done.',
  },
  flow_canceled_by_user: { action: 'explain', visibility: 'person', staffMessage: 'The person canceled.' },
  flow_canceled_by_client: { action: 'explain', visibility: 'person', staffMessage: 'The partner canceled.' },
  review_pending: {
    action: 'explain',
    visibility: 'person',
    staffMessage: 'A reviewer decides. The reasons for it are not shown to the person, who is told this alone.',
  },
  input_needed: {
    action: 'explain',
    visibility: 'person',
    staffMessage:
      'Something is asked of the person again. The reasons for it are not shown to them, who are told this alone.',
  },
  policy_changed: {
    action: 'explain',
    visibility: 'person',
    staffMessage: 'A new profile under another policy took the place of this one.',
  },
  lapse_document_expired: {
    action: 'explain',
    visibility: 'person',
    staffMessage: 'The document of an approved profile ran out.',
  },
  lapse_validity_ended: {
    action: 'explain',
    visibility: 'person',
    staffMessage: 'The validity of the approval under its policy ended.',
  },
  review_approved_override: {
    action: 'explain',
    visibility: 'staff',
    staffMessage: 'A reviewer approved over the outcome of the checks.',
  },
  review_declined: { action: 'explain', visibility: 'staff', staffMessage: 'A reviewer declined.' },
  review_input_requested: { action: 'explain', visibility: 'staff', staffMessage: 'A reviewer asked for more input.' },
  review_reopened: { action: 'explain', visibility: 'staff', staffMessage: 'A settled decision was opened again.' },
} as const satisfies Record<string, ReasonRow>;
