import * as sdk from '@anthropic-ai/sdk';
import { type Unavailable, type UnavailableKind, unavailable } from '@portcullis/domain';
import { unavailableFrom } from '@portcullis/outgoing';

type ErrorName = Extract<keyof typeof sdk, `${string}Error`>;

/**
 * What each error of the SDK means for the core, the special ones above those that they are made from. A class that
 * a later SDK brings along does not compile before it has a line here.
 */
export const anthropicErrors = {
  // An operator has to do something: the key, the bill, the permissions, the name of the model.
  AuthenticationError: 'not_configured',
  PaymentRequiredError: 'not_configured',
  PermissionDeniedError: 'not_configured',
  NotFoundError: 'not_configured',

  // What we sent is not what the provider takes: the same again would be refused again.
  BadRequestError: 'rejected',
  PreconditionFailedError: 'rejected',
  ContentTooLargeError: 'rejected',
  UnprocessableEntityError: 'rejected',
  RequestHeaderFieldsTooLargeError: 'rejected',

  RateLimitError: 'quota',

  RequestTimeoutError: 'timeout',
  GatewayTimeoutError: 'timeout',
  APIConnectionTimeoutError: 'timeout',
  // Nobody but our own deadline ends a request.
  APIUserAbortError: 'timeout',

  ConflictError: 'unavailable',
  ClientClosedRequestError: 'unavailable',
  NotImplementedError: 'unavailable',
  ServiceUnavailableError: 'unavailable',
  OverloadedError: 'unavailable',
  InternalServerError: 'unavailable',
  APIConnectionError: 'unavailable',
  RetryableError: 'unavailable',

  // Any other status, and what the SDK refuses to send.
  APIError: 'rejected',
  AnthropicError: 'rejected',
} as const satisfies { readonly [Name in ErrorName]: UnavailableKind };

/** Codes that say of a status what an operator alone can mend, where the status itself says something else. */
export const operatorsCodes: readonly string[] = [
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
const rows = Object.entries(anthropicErrors).flatMap(([name, kind]) => (isErrorName(name) ? [{ name, kind }] : []));

/** A limit that waiting does not lift: of money, or one of which the provider says that another try is in vain. */
const isFinal = (error: sdk.APIError): boolean =>
  operatorsCodes.includes(error.errorCode ?? '') ||
  (error.status === 429 && error.headers?.get('x-should-retry') === 'false');

const kindOf = (thrown: unknown): UnavailableKind => {
  // A connection error wraps what ended the request, which may have been a rule of ours.
  if (thrown instanceof sdk.APIConnectionError && thrown.cause !== undefined) {
    return unavailableFrom('document_reader', thrown).kind;
  }
  if (thrown instanceof sdk.APIError && isFinal(thrown)) return 'not_configured';
  const row = rows.find(({ name }) => thrown instanceof classes[name]);
  return row?.kind ?? unavailableFrom('document_reader', thrown).kind;
};

/** What may be kept of an error: its class, status and code. Its message is left behind, because it holds the whole body of the answer. */
export type AnthropicFault = {
  readonly name: string;
  readonly status?: number;
  readonly code?: string;
  readonly cause?: unknown;
};

const word = (text: string | null): string | undefined =>
  text !== null && /^[a-z][a-z_]{0,63}$/.test(text) ? text : undefined;

const faultOf = (thrown: unknown): AnthropicFault => {
  if (!(thrown instanceof Error)) return { name: typeof thrown };
  if (!(thrown instanceof sdk.APIError)) return { name: thrown.name };
  const code = word(thrown.errorCode) ?? word(thrown.type);
  return {
    name: thrown.name,
    ...(thrown.status !== undefined && { status: thrown.status }),
    ...(code !== undefined && { code }),
    ...(thrown.cause !== undefined && { cause: thrown.cause }),
  };
};

/** Seconds after which asking again may help: an operator is not that quick. */
const operatorsPace = 3600;

export const outage = (kind: UnavailableKind, cause: AnthropicFault): Unavailable =>
  unavailable('document_reader', cause, kind, kind === 'not_configured' ? operatorsPace : undefined);

/** Whatever was thrown while the provider was asked, as the core knows it. */
export const failureOf = (thrown: unknown): Unavailable => outage(kindOf(thrown), faultOf(thrown));
