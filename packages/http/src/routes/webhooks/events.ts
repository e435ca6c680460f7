import { pipe, TE } from '@portcullis/domain';
import { closedObject, stringCodec } from '@portcullis/domain/kernel';
import { eventBody } from '@portcullis/events';
import { decodeFeedCursor, encodeFeedCursor, eventTypes, isFeedCursor, isProfileEvent } from '@portcullis/events/ports';
import { enumList, integerText } from '../../request/codecs.ts';
import { invalidRequest } from '../../request/http-error.ts';
import { EventList } from '../../responses/ledger-body.ts';
import { endpoint } from '../endpoint.ts';

const maxWaitSeconds = 25;
const defaultPageSize = 100;
/** The bytes that are reserved while a page is written: an event has at most 2 KiB. */
const eventBytes = 2048;

const Cursor = stringCodec('the next_after of an earlier page', isFeedCursor, { maxLength: 28 });

const EventQuery = closedObject(
  {},
  {
    after: Cursor,
    limit: integerText(1, 100),
    types: enumList(eventTypes),
    wait: integerText(0, maxWaitSeconds),
  },
  'event query',
);

export const readEvents = endpoint({
  method: 'GET',
  path: '/api/events',
  id: 'readEvents',
  tag: 'Events',
  summary: 'What happened since a cursor',
  description:
    'The feed of the events of your profiles and endpoints, in one order that never changes; those of a profile are in the order of their `version`. No event is left out and none comes twice under another cursor: store `next_after` with what you did, and hand it back as `after`. `has_more` says that the next page can be asked for at once. With `wait` the request is held until there is an event. An event says what changed and how; read the profile for everything else. A client with a team gets the events of its team. Events are kept for 30 days: an older cursor is answered with 410 and the first one that is left (`first_cursor`). A page may end before `limit`, or be empty, where many events are left out by `types`. `damaged` counts the events of this page that were changed or removed in the database and cannot be shown.',
  access: 'machine',
  scope: 'events:read',
  showsRecords: true,
  query: EventQuery,
  responses: [{ status: 200, description: 'A page of events.', body: EventList }],
  errors: ['events_gone', 'database_unavailable'],
  run: ({ services }, { caller, query, onClosed, reserve }) => {
    const { partnerId } = caller.tenant;
    const after = query.after === undefined ? null : decodeFeedCursor(partnerId, query.after);
    if (query.after !== undefined && after === null)
      return TE.left(invalidRequest('query', [{ pointer: '/after', message: 'is no cursor of this partner' }]));
    const limit = query.limit ?? defaultPageSize;
    return pipe(
      services.followEvents({
        caller,
        after,
        types: query.types ?? null,
        limit,
        waitMs: (query.wait ?? 0) * 1000,
        onGone: onClosed,
      }),
      TE.tap((page) => TE.fromEither(reserve(eventBytes * page.events.length))),
      TE.map(({ damaged, events, hasMore, next }) => ({
        status: 200,
        profileIds: [...new Set(events.flatMap(({ event }) => (isProfileEvent(event) ? [event.profileId] : [])))],
        body: {
          object: 'list',
          data: events.map(eventBody),
          next_after: encodeFeedCursor(partnerId, next),
          has_more: hasMore,
          damaged,
        },
      })),
    );
  },
});
