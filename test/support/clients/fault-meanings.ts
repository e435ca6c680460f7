import type { UnavailableKind } from '@portcullis/domain/kernel';
import type { FaultKind } from '#simulator/core/script';

/** The meaning of each fault of a vendor for a port. A response with unknown fields is an answer. */
export const faultMeanings: Readonly<Record<FaultKind, UnavailableKind | 'answer'>> = {
  http_400: 'rejected',
  http_401: 'not_configured',
  http_403: 'not_configured',
  http_404: 'rejected',
  http_429: 'quota',
  http_500: 'unavailable',
  http_503: 'unavailable',
  http_529: 'unavailable',
  throttling: 'quota',
  access_denied: 'not_configured',
  html_502: 'unavailable',
  redirect: 'invalid_response',
  reset: 'unavailable',
  stalled_headers: 'timeout',
  stalled_body: 'timeout',
  slow_drip: 'timeout',
  truncated_body: 'unavailable',
  huge_body: 'invalid_response',
  not_json: 'invalid_response',
  empty_body: 'invalid_response',
  wrong_types: 'invalid_response',
  unknown_fields: 'answer',
};
