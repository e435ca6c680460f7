import { type StaffSignInCause, type StaffSignInRefused, staffSignInRefused } from '@portcullis/backoffice/ports';
import { type Unavailable, unavailable } from '@portcullis/domain';
import { unavailableFrom, VendorCallError } from '@portcullis/vendor-client';
import {
  AuthorizationResponseError,
  ClientError,
  ResponseBodyError,
  WWWAuthenticateChallengeError,
} from 'openid-client';

export const service = 'staff_identity';

const tokenCodes: ReadonlySet<string> = new Set([
  'OAUTH_INVALID_RESPONSE',
  'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
  'OAUTH_JWT_TIMESTAMP_CHECK_FAILED',
  'OAUTH_KEY_SELECTION_FAILED',
  'OAUTH_UNSUPPORTED_OPERATION',
]);

/** The provider's answer to our request for a token (RFC 6749 section 5.2). */
const causeOfError = ({ error, status }: ResponseBodyError): StaffSignInCause | null => {
  if (error === 'invalid_grant') return 'code_refused';
  return status < 500 ? 'client_refused' : null;
};

const hasCallError = (thrown: unknown): boolean => {
  for (let at = thrown; at instanceof Error; at = at.cause) if (at instanceof VendorCallError) return true;
  return false;
};

/** The outage where the provider has not answered, or with nothing that can be read. */
export const outageFrom = (thrown: unknown): Unavailable => {
  const isUnreadable = thrown instanceof ClientError && thrown.code !== 'OAUTH_RESPONSE_IS_NOT_CONFORM';
  return isUnreadable && !hasCallError(thrown)
    ? unavailable(service, thrown, 'invalid_response')
    : unavailableFrom(service, thrown);
};

/** Why the answer of the provider is refused; `null` where it has not answered. */
const causeOf = (thrown: unknown, hasAsked: boolean): StaffSignInCause | null => {
  if (thrown instanceof AuthorizationResponseError) return 'denied';
  if (thrown instanceof ResponseBodyError) return causeOfError(thrown);
  // A provider asks for other credentials where those in the header are wrong (RFC 6749 section 5.2).
  if (thrown instanceof WWWAuthenticateChallengeError) return 'client_refused';
  if (!hasAsked) return 'answer_refused';
  return thrown instanceof ClientError && tokenCodes.has(thrown.code ?? '') ? 'token_refused' : null;
};

/**
 * A refusal where the provider has answered as it may, and otherwise an outage of it. Before anything was asked of the
 * provider it is the answer in the browser that was wrong.
 */
export const failureFrom = (thrown: unknown, hasAsked: boolean): StaffSignInRefused | Unavailable => {
  const cause = hasCallError(thrown) ? null : causeOf(thrown, hasAsked);
  return cause === null ? outageFrom(thrown) : staffSignInRefused(cause);
};
