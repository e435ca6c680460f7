import type { RequestPart } from '../request/http-error.ts';

/** What is wrong with a request whose part is not as described. */
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
