import { type Unavailable, unavailable } from '@portcullis/domain';
import {
  type ExternalService,
  type OutageCause,
  providerOutage,
  type UnavailableKind,
  withOutageCause,
} from '@portcullis/domain/kernel';
import { connectionCause } from './error-causes.ts';

/** The errors that this package itself raises or detects, and what each means for the domain. */
const errorKinds = {
  outside_a_call: 'not_configured',
  host_not_allowed: 'not_configured',
  certificate_not_trusted: 'not_configured',
  request_malformed: 'rejected',
  redirected: 'invalid_response',
  answer_too_large: 'invalid_response',
  answer_malformed: 'invalid_response',
  connection_failed: 'unavailable',
  circuit_open: 'unavailable',
  too_many_calls: 'unavailable',
  deadline_passed: 'timeout',
  service_stopping: 'unavailable',
} as const satisfies Record<string, UnavailableKind>;

export type VendorCallErrorCode = keyof typeof errorKinds;

/** The cause of each error of this package, except a failed connection, whose system code says more. */
const causeByCode: { readonly [Code in Exclude<VendorCallErrorCode, 'connection_failed'>]: OutageCause } = {
  outside_a_call: 'unexpected',
  host_not_allowed: 'unexpected',
  certificate_not_trusted: 'tls_failed',
  request_malformed: 'unexpected',
  redirected: 'bad_answer',
  answer_too_large: 'bad_answer',
  answer_malformed: 'bad_answer',
  circuit_open: 'circuit_open',
  too_many_calls: 'queue_full',
  deadline_passed: 'timeout',
  service_stopping: 'service_stopping',
};

/** A call that was stopped, or that failed. The message is the code, and never an address. */
export class VendorCallError extends Error {
  override readonly name = 'OutgoingFault';
  readonly code: VendorCallErrorCode;
  constructor(code: VendorCallErrorCode, cause?: unknown) {
    super(code, cause === undefined ? undefined : { cause });
    this.code = code;
  }
}

/** The codes of calls that were stopped on our side and not by the provider. */
const localStopCodes: ReadonlySet<VendorCallErrorCode> = new Set([
  'circuit_open',
  'too_many_calls',
  'deadline_passed',
  'service_stopping',
]);

/** Whether we stopped a call ourselves. Only such a call that sent nothing never reached the provider. */
export const isStoppedLocally = ({ cause }: Unavailable): boolean =>
  cause instanceof VendorCallError && localStopCodes.has(cause.code);

const maxCauseDepth = 8;

/** The error and its causes, outermost first. */
const causeChain = (thrown: unknown): readonly unknown[] => {
  const causes: unknown[] = [];
  for (let at = thrown; at !== undefined && at !== null && causes.length < maxCauseDepth; ) {
    causes.push(at);
    at = typeof at === 'object' ? Reflect.get(at, 'cause') : undefined;
  }
  return causes;
};

/** The word for what an error of this package says. */
export const causeOfCallError = (error: VendorCallError): OutageCause =>
  error.code === 'connection_failed' ? connectionCause(causeChain(error)) : causeByCode[error.code];

/** Converts an error into the domain's form. */
export const outageOfCallError = (
  service: ExternalService,
  error: VendorCallError,
  cause: unknown = error,
): Unavailable => {
  return withOutageCause(providerOutage(service, cause, errorKinds[error.code]), causeOfCallError(error));
};

const errorName = (error: unknown): string => (error instanceof Error ? error.name : '');

/** Errors of aborted requests. They are compared by name, because they may come from another realm. */
const abortErrorNames: ReadonlySet<string> = new Set(['AbortError', 'TimeoutError']);
/** The errors that the language throws when a response is not what the reader expected. */
const readErrorNames: ReadonlySet<string> = new Set(['SyntaxError', 'TypeError', 'RangeError', 'ReferenceError']);

/**
 * Converts anything that was thrown during a call: an error of this package by its code, an aborted call as a timeout,
 * a response that could not be read as invalid, and everything else as a provider that is unavailable. Only the
 * innermost error of a chain counts as a read error: a failed connection is a `TypeError` too, with its reason as the
 * cause.
 */
export const unavailableFrom = (service: ExternalService, thrown: unknown): Unavailable => {
  const chain = causeChain(thrown);
  const ownError = chain.find((error) => error instanceof VendorCallError);
  if (ownError instanceof VendorCallError) return outageOfCallError(service, ownError, thrown);
  if (chain.some((error) => abortErrorNames.has(errorName(error)))) return unavailable(service, thrown, 'timeout');
  return readErrorNames.has(errorName(chain.at(-1)))
    ? unavailable(service, thrown, 'invalid_response')
    : unavailable(service, thrown);
};
