import { E, type Either, pipe, TE } from '@portcullis/domain';
import { closedObject, matching, stringCodec, t } from '@portcullis/domain/kernel';
import type { ReplayTarget } from '@portcullis/events';
import { decodeFeedCursor, encodeFeedCursor, isFeedCursor } from '@portcullis/events/ports';
import { integerText } from '../../request/codecs.ts';
import { type HttpError, invalidRequest } from '../../request/http-error.ts';
import { endpoint, invalidField } from '../endpoint.ts';
import { deadLetterBody, tryBody, WebhookDeadLetterList, WebhookReplayBody, WebhookTryList } from './endpoint-body.ts';
import { EndpointParams, webhookRoute } from './endpoints.ts';

const defaultPageSize = 100;

const FeedCursor = stringCodec('a cursor of the feed of events', isFeedCursor, { maxLength: 28 });

const ReplayRequest = closedObject(
  {},
  {
    event: matching('an event id', /^evt_[a-z0-9]{15}$/),
    after: FeedCursor,
    until: FeedCursor,
    dead_letters: t.literal(true),
  },
  'WebhookReplayRequest',
);
type ReplayRequest = t.TypeOf<typeof ReplayRequest>;

const oneTargetExpected = 'expected one of event, after and dead_letters';

/** The target of the request. A cursor is one of the caller's own feed. */
const targetOf = (partnerId: string, body: ReplayRequest): Either<HttpError, ReplayTarget> => {
  const given = [body.event, body.after, body.dead_letters].filter((one) => one !== undefined);
  if (given.length !== 1) return E.left(invalidField('', oneTargetExpected));
  if (body.until !== undefined && body.after === undefined) return E.left(invalidField('/until', 'needs after'));
  if (body.dead_letters) return E.right({ kind: 'dead_letters' });
  if (body.event !== undefined) return E.right({ kind: 'event', eventId: body.event });
  const after = decodeFeedCursor(partnerId, body.after ?? '');
  const until = body.until === undefined ? null : decodeFeedCursor(partnerId, body.until);
  if (after === null) return E.left(invalidField('/after', 'is no cursor of this partner'));
  if (body.until !== undefined && until === null) return E.left(invalidField('/until', 'is no cursor of this partner'));
  return E.right({ kind: 'range', after, until });
};

const forms = { machine: ReplayRequest, flow: ReplayRequest };

export const replayWebhookDeliveries = endpoint({
  ...webhookRoute,
  method: 'POST',
  path: '/api/webhook-endpoints/:id/replay',
  id: 'replayWebhookDeliveries',
  summary: 'Send events once more',
  description:
    'One event, everything behind a cursor of the feed, or everything that was given up. What is sent has the id that it had, so that a receiver knows what it has had. It begins within two seconds, or once the endpoint is enabled.',
  params: EndpointParams,
  body: { json: forms, example: { dead_letters: true } },
  responses: [{ status: 202, description: 'It will be sent.', body: WebhookReplayBody }],
  errors: ['validation_failed', 'version_conflict', 'database_unavailable'],
  run: ({ services }, { caller, params, body }) =>
    pipe(
      TE.fromEither(targetOf(caller.tenant.partnerId, body)),
      TE.flatMap((target) => services.replayDeliveries({ caller, id: params.id, target })),
      TE.map((events) => ({ status: 202, body: { object: 'webhook_replay', events } })),
    ),
});

/** The position of a store, with a dot for its slash, which many programs would have to escape. */
const tryCursor = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z\.[a-z0-9]{15}$/;
const positionOf = (cursor: string | undefined): string | null => cursor?.replace('Z.', 'Z/') ?? null;
const cursorOf = (position: string | null): string | null => position?.replace('Z/', 'Z.') ?? null;

export const readWebhookTries = endpoint({
  ...webhookRoute,
  method: 'GET',
  path: '/api/webhook-endpoints/:id/deliveries',
  id: 'readWebhookTries',
  summary: 'The log of deliveries to an endpoint',
  description:
    'Every try of the last 30 days, newest first, without what was sent and what was answered. A page has the tries that were written together, so that its length varies.',
  params: EndpointParams,
  query: closedObject({}, { cursor: matching('the next_cursor of an earlier page', tryCursor) }, 'try query'),
  responses: [{ status: 200, description: 'A page of tries.', body: WebhookTryList }],
  errors: ['database_unavailable'],
  run: ({ services }, { caller, params, query }) =>
    pipe(
      services.readTries({ caller, id: params.id, before: positionOf(query.cursor) }),
      TE.map(({ damaged, next, tries }) => ({
        status: 200,
        body: {
          object: 'list',
          data: tries.map(tryBody),
          next_cursor: cursorOf(next),
          ...(damaged.length > 0 && { damaged: damaged.length }),
        },
      })),
    ),
});

export const readWebhookDeadLetters = endpoint({
  ...webhookRoute,
  method: 'GET',
  path: '/api/webhook-endpoints/:id/dead-letters',
  id: 'readWebhookDeadLetters',
  summary: 'What was given up for an endpoint',
  description:
    'The events that were tried ten times without success, in the order of the feed. They are kept for 30 days.',
  params: EndpointParams,
  query: closedObject(
    {},
    {
      cursor: stringCodec('the next_cursor of an earlier page', isFeedCursor, { maxLength: 28 }),
      limit: integerText(1, 100),
    },
    'dead letter query',
  ),
  responses: [{ status: 200, description: 'A page of dead letters.', body: WebhookDeadLetterList }],
  errors: ['database_unavailable'],
  run: ({ services }, { caller, params, query }) => {
    const { partnerId } = caller.tenant;
    const after = query.cursor === undefined ? 0 : decodeFeedCursor(partnerId, query.cursor);
    if (after === null)
      return TE.left(invalidRequest('query', [{ pointer: '/cursor', message: 'is no cursor of this partner' }]));
    const limit = query.limit ?? defaultPageSize;
    return pipe(
      services.readDeadLetters({ caller, id: params.id, after, limit }),
      TE.map((letters) => {
        const last = letters.length === limit ? letters.at(-1) : undefined;
        const next = last === undefined ? null : encodeFeedCursor(partnerId, last.place);
        return { status: 200, body: { object: 'list', data: letters.map(deadLetterBody), next_cursor: next } };
      }),
    );
  },
});
