import { oneOf, plainText, stringCodec, uniqueList } from '@portcullis/domain/kernel';
import { eventTypes } from '../ledger/partner-event.ts';

/** The URL of an endpoint. Its form is judged by what sends: a URL that is not acceptable is a 422. */
export const EndpointUrlText = stringCodec(
  'a URL of at most 1024 characters, others than those of RFC 3986 being percent-encoded',
  (text) => text.length <= 1024 && /^[\w\-.~:/?#[\]@!$&'()*+,;=%]+$/.test(text),
  { format: 'uri', minLength: 1, maxLength: 1024 },
);

/** The types of events that an endpoint is sent. */
export const EndpointTypes = uniqueList(oneOf(eventTypes), 1);

/** What an endpoint is for. */
export const EndpointDescription = plainText(1, 100);
