import type { Status } from '@portcullis/domain';
import type { ReasonAction } from '@portcullis/domain/checks';
import type { EventType } from '@portcullis/events/ports';

type StatusMeaning = { readonly meaning: string; readonly next: string };

const status = (meaning: string, next: string): StatusMeaning => ({ meaning, next });

/** The meaning of each status, and what a partner does about it. A status without a row does not compile. */
export const statusMeanings: Readonly<Record<Status, StatusMeaning>> = {
  created: status('The person has not opened the link.', 'Bring the link to the person.'),
  in_progress: status('The person has supplied something, and something is missing.', 'Wait.'),
  processing: status('Everything was supplied, and the checks run.', 'Wait; this takes seconds.'),
  requires_input: status(
    'The person has to repeat a step; `requirements` says which, and why.',
    'Bring the person back to your page. A link that has expired is made anew by `POST /api/profiles/{id}/flow-token`.',
  ),
  in_review: status(
    'The checks have left the decision to a reviewer of yours.',
    'Decide with `POST /api/status_history/{id}`: `review_approved`, `review_declined` or `input_requested`.',
  ),
  approved: status('The person is verified.', 'Go on with the person until `lapses_at`.'),
  declined: status(
    'The person is not verified; `status_reasons` says why.',
    'Do not go on. `reopened` gives the profile to a reviewer.',
  ),
  lapsed: status(
    'The approval has ended by time.',
    'Verify again: `renewed` asks for the steps anew under the same profile.',
  ),
  expired: status(
    'The person did not finish in time.',
    'Create a new profile under the same reference if you need one.',
  ),
  canceled: status('You or the person ended it, or a newer profile took its place.', 'Nothing.'),
};

/** The meaning of each event. An event without a row does not compile. */
export const eventMeanings: Readonly<Record<EventType, string>> = {
  'profile.created': 'A profile was created.',
  'profile.consent_given': 'The person has consented.',
  'profile.submitted': 'Everything was supplied, and the checks run.',
  'profile.requires_input': 'The person has to repeat a step.',
  'profile.in_review': 'A reviewer has to decide.',
  'profile.approved': 'The person is verified.',
  'profile.declined': 'The person is not verified.',
  'profile.lapsed': 'An approval has ended by time.',
  'profile.expired': 'The person did not finish in time.',
  'profile.canceled': 'The profile was ended.',
  'profile.erased': 'The data of the person was erased.',
  'endpoint.disabled':
    'Nothing is sent to a webhook endpoint of yours any more: it has failed for five days, has answered 410, or you asked for it.',
};

/** The result of a reason, unless the policy gives it another action. */
export const actionMeanings: Readonly<Record<ReasonAction, string>> = {
  retry: 'the person repeats a step',
  review: 'a reviewer decides',
  decline: 'the profile is declined',
  wait: 'the provider is called again, then a reviewer decides',
  info: 'nothing; it is recorded',
  explain: 'nothing; it explains a status',
};
