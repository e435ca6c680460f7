import type { Unavailable } from '@portcullis/domain';
import type { RequestPart } from '../request/http-error.ts';

/** The fault of a request whose part is not as described. */
export const requestPartDetails: Record<RequestPart, string> = {
  body: 'The body does not have the form that is described for this operation.',
  query: 'The query does not have the form that is described for this operation.',
  headers: 'A header does not have the form that is described for this operation.',
  url: 'The URL is longer than accepted, or does not have a form that is.',
};

/** Why no more calls to a provider are made today. */
export const budgetExhaustedDetail =
  'The partner has had its calls of this day (UTC) to this provider. It ends at midnight UTC, or when whoever runs this service allows more.';

/** Why the feed of events cannot be read on behind a cursor. */
export const eventsGoneDetail =
  'Events are kept for 30 days, and a restored database has none that came after its backup. Compare what you know with GET /api/profiles?sort=updated_at, and read on behind first_cursor.';

/** What is done about something that did not answer. */
export const sendAgainDetail =
  'Send the request again after the seconds in Retry-After, with the same Idempotency-Key where it has one.';

/** The fault of a record that is there and does not open. */
export const recordDamagedDetail = ({ outageCause }: Unavailable): string =>
  outageCause === 'unknown_key'
    ? 'It is sealed under a key that this service does not have. Whoever runs this service has to give it the key again; nothing was done.'
    : 'It was changed in the record database, or contradicts itself. Whoever runs this service has to restore it; nothing was done.';

/** How a request says who sends it. */
export const sendTokenDetail =
  'Send Authorization: Bearer with a token: a server gets one from POST /api/auth/token, and the page of a person has the one of its link.';

/** The fault of a token without more detail, because its sender may be anybody. */
export const refusedTokenDetail = (isExpired: boolean): string =>
  isExpired
    ? 'A server gets a new one from POST /api/auth/token, and a person opens a new link.'
    : 'This service did not issue it, or it is not whole. Send Authorization: Bearer with a token from POST /api/auth/token, as it is.';

/** Why a path leads nowhere, also where it is nearly one that is there. */
export const noSuchPathDetail =
  'No operation has this path. Paths are compared exactly: capital letters, a slash at the end and a slash too many count. /openapi.json lists them.';
