import { type NotFound, notFound, type Unavailable } from '@portcullis/domain';
import { providerOutage, type UnavailableKind } from '@portcullis/domain/kernel';
import type { EventResponse } from './get-event.ts';

/**
 * Every error that Fingerprint documents for an event, by status and code, and its meaning here. A wrong key is a 403.
 */
const documentedErrors: Readonly<Record<string, UnavailableKind | 'no such event'>> = {
  '400 request_cannot_be_parsed': 'rejected',
  '400 request_read_timeout': 'timeout',
  '400 ruleset_not_found': 'rejected',
  '403 secret_api_key_required': 'not_configured',
  '403 secret_api_key_not_found': 'not_configured',
  '403 subscription_not_active': 'not_configured',
  '403 wrong_region': 'not_configured',
  '403 feature_not_enabled': 'not_configured',
  '404 event_not_found': 'no such event',
  '404 visitor_not_found': 'not_configured',
  '409 state_not_ready': 'unavailable',
  '413 payload_too_large': 'rejected',
  '429 too_many_requests': 'quota',
  '500 failed': 'unavailable',
  '503 service_unavailable': 'unavailable',
  '504 failed': 'timeout',
};

/**
 * The meaning of a response without a known code, such as a proxy's page or a code that is added later. A 404 that is
 * not Fingerprint's means a wrong address.
 */
const kindByStatus = (status: number): UnavailableKind => {
  if (status < 400) return 'invalid_response';
  if (status === 408 || status === 504) return 'timeout';
  if (status === 409) return 'unavailable';
  if (status === 429) return 'quota';
  if (status >= 500) return 'unavailable';
  return [401, 402, 403, 404].includes(status) ? 'not_configured' : 'rejected';
};

/** The status and the code of a response, for the log. The code is included only when it is a documented one. */
export const errorName = ({ status, code }: EventResponse): string => {
  const name = `${status} ${code}`;
  return Object.hasOwn(documentedErrors, name) ? name : `${status}`;
};

/** Whether Fingerprint itself reports that it has no such event. */
export const isEventMissing = (response: EventResponse): boolean =>
  documentedErrors[errorName(response)] === 'no such event';

/** The form of Fingerprint's ids: milliseconds since 1970, a dot, letters and digits. */
const issuedIdForm = /^\d{13}\.[A-Za-z0-9]+$/;

/**
 * The meaning of a response other than 200. An id that Fingerprint cannot parse, and that does not have the form of its
 * ids, was invented: no such event exists, and our request is not at fault.
 */
export const failureOf = (response: EventResponse, eventId: string): NotFound | Unavailable => {
  const name = errorName(response);
  const meaning = documentedErrors[name] ?? kindByStatus(response.status);
  if (meaning === 'no such event') return notFound;
  if (name === '400 request_cannot_be_parsed' && !issuedIdForm.test(eventId)) return notFound;
  return providerOutage('device', `Fingerprint answered ${name}`, meaning);
};
