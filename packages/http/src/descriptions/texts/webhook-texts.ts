import type { FieldTexts } from './common.ts';

const settings = {
  url: 'Where events are sent: an https URL without credentials, whose host is reachable from the internet.',
  description: 'A note of your own, of at most 100 characters; null without one.',
  types: 'The types of events that are sent; null for all of them.',
};

const ping: FieldTexts = {
  delivered: 'Whether it was answered with a status from 200 to 299.',
  status: 'The status of the answer; null where there was none.',
  failure: 'Why there was no answer; null where there was one.',
  ms: 'How long it took, in milliseconds.',
  address: 'The IP address that it was sent to; null where no connection was made.',
};

const secret = 'The new secret, which signs every event. It is told here and never again.';

export const webhookTexts: { readonly [schema: string]: FieldTexts } = {
  WebhookEndpoint: {
    ...settings,
    id: 'The id of the endpoint.',
    status:
      '`unverified`: no ping was answered yet, and nothing but pings is sent. `enabled`: events are sent. `disabled`: nothing is sent, and what happens meanwhile waits.',
    disabled_reason:
      'Why it is disabled; null while it is not. `requested`: by you. `gone`: it has answered 410. `failing`: nothing was received for five days.',
    verified_at: 'When a ping to this URL was answered first; null while none was.',
    old_secret_ends_at: 'Until when the secret before the present one signs as well; null without one.',
    updated_at: 'When it was changed last.',
  },
  WebhookEndpointList: {
    data: 'Your endpoints, oldest first. There are at most 20 of a partner, so that there is one page.',
    next_cursor: 'Always null.',
    damaged:
      'How many endpoints were left out because their rows do not open: they were changed in the database. Absent as a rule.',
  },
  CreatedWebhookEndpoint: { endpoint: 'The endpoint.', secret, ping: 'What became of the first ping.' },
  PingedWebhookEndpoint: { endpoint: 'The endpoint after the ping.', ping: 'What became of the ping.' },
  RotatedWebhookSecret: { endpoint: 'The endpoint.', secret },
  WebhookPing: ping,
  DeletedWebhookEndpoint: {
    id: 'The id that it had.',
    deleted: 'Always true.',
  },
  CreateWebhookEndpoint: {
    ...settings,
    types: 'The types of events that are sent; all of them without it.',
    description: 'A note of your own, of at most 100 characters.',
  },
  UpdateWebhookEndpoint: {
    ...settings,
    status: '`disabled` stops it, `enabled` lets it go on where it was.',
  },
  WebhookReplayRequest: {
    event: 'One event, by its id.',
    after: 'A cursor of the feed of events: everything behind it is sent once more.',
    until: 'The cursor up to which, beside `after`; without it up to the end of the feed.',
    dead_letters: 'True: everything that was given up is tried again, at most a thousand events by one request.',
  },
  WebhookReplay: {
    events: 'How many events that are at most. Those that the endpoint does not ask for are left out.',
  },
  WebhookTry: {
    event_id: 'The id of the event, which was sent as `webhook-id`.',
    at: 'When the try began.',
    attempt: 'The number of the try of this event, from 1.',
    outcome: '`delivered`; `failed`: it is tried again; `dead`: it was the last try.',
    status: 'The status of the answer; null where there was none. Bodies are not kept.',
    failure: 'Why there was no answer; null where there was one.',
    ms: 'How long it took, in milliseconds.',
    address: 'The IP address that it was sent to; null where no connection was made.',
  },
  WebhookTryList: {
    data: 'The tries of this page, newest first.',
    damaged:
      'How many writes of this page, of up to 40 tries each, were changed in the database and are left out. Absent as a rule.',
  },
  WebhookDeadLetter: {
    event_id: 'The id of the event.',
    attempts: 'How often it was tried.',
    given_up_at: 'When the last try failed. It is kept for 30 days from then on.',
  },
  WebhookDeadLetterList: { data: 'What was given up, in the order of the feed.' },
};

export const webhookSchemaTexts: { readonly [schema: string]: string } = {
  WebhookEndpoint: 'An address of yours to which events are sent.',
  WebhookEndpointList: 'Your endpoints.',
  CreatedWebhookEndpoint: 'A new endpoint, with its secret and the first ping.',
  PingedWebhookEndpoint: 'An endpoint, and what became of a ping.',
  RotatedWebhookSecret: 'An endpoint with its new secret.',
  WebhookPing: 'What became of a ping.',
  DeletedWebhookEndpoint: 'That an endpoint is gone.',
  CreateWebhookEndpoint: 'The endpoint to be created.',
  UpdateWebhookEndpoint: 'What is changed; a field that is not given stays as it is.',
  WebhookReplayRequest: 'What is sent once more: one of `event`, `after` and `dead_letters`.',
  WebhookReplay: 'What will be sent once more.',
  WebhookTry: 'One try of a delivery.',
  WebhookTryList: 'A page of the log of tries.',
  WebhookDeadLetter: 'An event that was tried as often as it may be.',
  WebhookDeadLetterList: 'A page of what was given up.',
};

const inPath = { id: 'The id of the endpoint.' };

/** The parameters of the operations, by their ids. */
export const webhookParameterTexts: { readonly [operation: string]: FieldTexts } = {
  getWebhookEndpoint: inPath,
  updateWebhookEndpoint: inPath,
  deleteWebhookEndpoint: inPath,
  pingWebhookEndpoint: inPath,
  rotateWebhookSecret: inPath,
  replayWebhookDeliveries: inPath,
  readWebhookTries: { ...inPath, cursor: 'The `next_cursor` of the page before.' },
  readWebhookDeadLetters: {
    ...inPath,
    cursor: 'The `next_cursor` of the page before.',
    limit: 'The most entries of a page; 100 without it.',
  },
};
