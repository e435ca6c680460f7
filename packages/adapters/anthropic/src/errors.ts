import * as sdk from '@anthropic-ai/sdk';
import type { Unavailable } from '@portcullis/domain';
import { providerOutage, type UnavailableKind, withOutageCause } from '@portcullis/domain/kernel';
import { unavailableFrom } from '@portcullis/vendor-client';

type ErrorName = Extract<keyof typeof sdk, `${string}Error`>;

/**
 * The meaning of each error class of the SDK for the domain. Subclasses stand above the classes that they extend. A
 * class that a later version of the SDK adds does not compile until it has a line here.
 */
export const anthropicErrors = {
  // An operator has to act: on the key, the billing, the permissions or the name of the model.
  AuthenticationError: 'not_configured',
  PaymentRequiredError: 'not_configured',
  PermissionDeniedError: 'not_configured',
  NotFoundError: 'not_configured',

  // The provider rejects the request as such, and would reject the same request again.
  BadRequestError: 'rejected',
  PreconditionFailedError: 'rejected',
  ContentTooLargeError: 'rejected',
  UnprocessableEntityError: 'rejected',
  RequestHeaderFieldsTooLargeError: 'rejected',

  RateLimitError: 'quota',

  RequestTimeoutError: 'timeout',
  GatewayTimeoutError: 'timeout',
  APIConnectionTimeoutError: 'timeout',
  // Only our own deadline aborts a request.
  APIUserAbortError: 'timeout',

  ConflictError: 'unavailable',
  ClientClosedRequestError: 'unavailable',
  NotImplementedError: 'unavailable',
  ServiceUnavailableError: 'unavailable',
  OverloadedError: 'unavailable',
  InternalServerError: 'unavailable',
  APIConnectionError: 'unavailable',
  RetryableError: 'unavailable',

  // These cover any other status, and what the SDK refuses to send.
  APIError: 'rejected',
  AnthropicError: 'rejected',
} as const satisfies { readonly [Name in ErrorName]: UnavailableKind };

/** Error codes that only an operator can resolve, although the HTTP status alone suggests something else. */
export const operatorErrorCodes: readonly string[] = [
  'organization_on_hold',
  'organization_type_not_supported',
  'parent_organization_required',
  'cmek_key_disabled',
  'cmek_key_network_blocked',
  'contract_spend_limit_reached',
  'enforced_spend_limit_reached',
];

const classes: { readonly [Name in ErrorName]: (typeof sdk)[Name] } = sdk;
const isErrorName = (name: string): name is ErrorName => Object.hasOwn(anthropicErrors, name);
const errorKinds = Object.entries(anthropicErrors).flatMap(([name, kind]) =>
  isErrorName(name) ? [{ name, kind }] : [],
);

/** Whether waiting does not help: the limit is one of money, or the provider says that a retry is useless. */
const needsOperator = (error: sdk.APIError): boolean =>
  operatorErrorCodes.includes(error.errorCode ?? '') ||
  (error.status === 429 && error.headers?.get('x-should-retry') === 'false');

/** The kind of an outage, and what was found where the vendor client knows it. */
type Outage = Pick<Unavailable, 'kind' | 'outageCause'>;

const outageOf = (thrown: unknown): Outage => {
  // A connection error wraps the error that ended the request, which may be one of the vendor client's own.
  if (thrown instanceof sdk.APIConnectionError && thrown.cause !== undefined) {
    return unavailableFrom('document_reader', thrown);
  }
  if (thrown instanceof sdk.APIError && needsOperator(thrown)) return { kind: 'not_configured' };
  return errorKinds.find(({ name }) => thrown instanceof classes[name]) ?? unavailableFrom('document_reader', thrown);
};

/**
 * The part of an error that may be kept: its class, status and code. Its message is dropped, because it contains the
 * whole body of the response.
 */
export type AnthropicErrorSummary = {
  readonly name: string;
  readonly status?: number;
  readonly code?: string;
  readonly cause?: unknown;
};

const errorCodeWord = (text: string | null): string | undefined =>
  text !== null && /^[a-z][a-z_]{0,63}$/.test(text) ? text : undefined;

const summaryOf = (thrown: unknown): AnthropicErrorSummary => {
  if (!(thrown instanceof Error)) return { name: typeof thrown };
  if (!(thrown instanceof sdk.APIError)) return { name: thrown.name };
  const code = errorCodeWord(thrown.errorCode) ?? errorCodeWord(thrown.type);
  return {
    name: thrown.name,
    ...(thrown.status !== undefined && { status: thrown.status }),
    ...(code !== undefined && { code }),
    ...(thrown.cause !== undefined && { cause: thrown.cause }),
  };
};

export const readerOutage = (kind: UnavailableKind, cause: AnthropicErrorSummary): Unavailable =>
  providerOutage('document_reader', cause, kind);

/** Converts anything that was thrown during a call to the provider into the domain's error. */
export const unavailableOf = (thrown: unknown): Unavailable => {
  const { kind, outageCause } = outageOf(thrown);
  const failure = readerOutage(kind, summaryOf(thrown));
  return outageCause === undefined ? failure : withOutageCause(failure, outageCause);
};
