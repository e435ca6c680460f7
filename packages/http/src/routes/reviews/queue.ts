import { claimFilters, decodeQueueCursor, type ReviewFilter } from '@portcullis/backoffice';
import { pipe, TE } from '@portcullis/domain';
import { reasonCodes } from '@portcullis/domain/checks';
import { closedObject, matching, oneOf, stringCodec, type t } from '@portcullis/domain/kernel';
import { integerText } from '../../request/codecs.ts';
import { endpoint } from '../endpoint.ts';
import { pagedList } from '../paged-list.ts';
import { ProfileParams } from '../profiles.ts';
import {
  ReviewBody,
  ReviewList,
  ReviewSummaryBody,
  reviewBody,
  reviewBodyFor,
  reviewSummaryBody,
} from './review-body.ts';

/** The common fields of the operations of reviews: they are for staff, and for the console alone. */
export const staffRoute = {
  access: 'staff',
  scope: null,
  forConsole: true,
} as const;

/** A page that begins elsewhere than requested would look like the first page, so that an invalid cursor is refused. */
const Cursor = stringCodec('the next_cursor of an earlier page', (text) => decodeQueueCursor(text) !== null, {
  maxLength: 27,
});

const QueueQuery = closedObject(
  {},
  {
    claimed: oneOf(claimFilters),
    reason: oneOf(reasonCodes),
    policy: matching('a policy id', /^[a-z0-9][a-z0-9_-]{0,63}$/),
    overdue: oneOf(['true', 'false']),
    limit: integerText(1, 100),
    cursor: Cursor,
  },
  'queue query',
);
type QueueQuery = t.TypeOf<typeof QueueQuery>;

const defaultPageSize = 20;
/** A page is read at once: the number of profiles for it has a limit. */
const reviewsPerRead = 100;

const filterOf = (
  { claimed, overdue, policy, reason }: QueueQuery,
  cursor: string | null,
  limit: number,
): ReviewFilter => ({
  limit,
  ...(claimed !== undefined && { claimed }),
  ...(overdue !== undefined && { overdue: overdue === 'true' }),
  ...(policy !== undefined && { policy }),
  ...(reason !== undefined && { reason }),
  ...(cursor !== null && { cursor }),
});

/** The queue of reviews. */
export const listReviews = endpoint({
  ...staffRoute,
  method: 'GET',
  path: '/api/reviews',
  id: 'listReviews',
  permission: 'reviews:read',
  showsRecords: true,
  query: QueueQuery,
  responses: [{ status: 200, body: ReviewList }],
  run: ({ services }, { caller, query, reserve }) =>
    pagedList<string>(reserve, {
      cursorField: 'next_cursor',
      from: query.cursor ?? null,
      limit: query.limit ?? defaultPageSize,
      chunkSize: reviewsPerRead,
      read: (cursor, limit) =>
        pipe(
          services.listReviews({ caller, filter: filterOf(query, cursor, limit) }),
          TE.map(({ damaged, items, looked, next }) => ({
            items: items.map(reviewBody),
            looked,
            ...(damaged !== undefined && { damaged }),
            next,
            profileIds: items.map(({ profile }) => profile.id),
          })),
        ),
    }),
});

/** How much waits for review. */
export const readReviewSummary = endpoint({
  ...staffRoute,
  method: 'GET',
  path: '/api/reviews/summary',
  id: 'readReviewSummary',
  permission: 'reviews:read',
  showsRecords: false,
  responses: [{ status: 200, body: ReviewSummaryBody }],
  run: ({ services }, { caller }) =>
    pipe(
      services.reviewSummary({ caller }),
      TE.map((counts) => ({ status: 200, body: reviewSummaryBody(counts) })),
    ),
});

/** One profile for review. */
export const readReview = endpoint({
  ...staffRoute,
  method: 'GET',
  path: '/api/reviews/:id',
  id: 'readReview',
  permission: 'reviews:read',
  showsRecords: true,
  params: ProfileParams,
  profile: ({ id }) => id,
  responses: [{ status: 200, body: ReviewBody }],
  run: ({ services }, { caller, params }) =>
    pipe(
      services.getReview({ caller, id: params.id }),
      TE.map((review) => ({ status: 200, body: reviewBodyFor(caller, review) })),
    ),
});
