import { type Service, type Unavailable, type UnavailableKind, unavailable } from '@portcullis/domain';

/** The errors that this package itself raises or detects, and what each means for the domain. */
const faultKinds = {
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
} as const satisfies Record<string, UnavailableKind>;

export type FaultCode = keyof typeof faultKinds;

/** A call that was stopped, or that failed. The message is the code, and never an address. */
export class OutgoingFault extends Error {
  override readonly name = 'OutgoingFault';
  readonly code: FaultCode;
  constructor(code: FaultCode, cause?: unknown) {
    super(code, cause === undefined ? undefined : { cause });
    this.code = code;
  }
}

/** The codes of calls that were stopped on our side and not by the provider. */
const holding: ReadonlySet<FaultCode> = new Set(['circuit_open', 'too_many_calls', 'deadline_passed']);

/** Whether we stopped a call ourselves. Only such a call of which nothing was sent never reached the provider. */
export const isHeldBack = ({ cause }: Unavailable): boolean =>
  cause instanceof OutgoingFault && holding.has(cause.code);

/** Seconds to wait before a retry when waiting alone does not help: an operator has to act. */
const anHour = 3600;

/** Converts an error into the domain's form. */
export const faultOf = (service: Service, fault: OutgoingFault, cause: unknown = fault): Unavailable => {
  const kind = faultKinds[fault.code];
  return kind === 'not_configured' ? unavailable(service, cause, kind, anHour) : unavailable(service, cause, kind);
};

const depth = 8;

/** The error and its causes, outermost first. */
const chainOf = (thrown: unknown): readonly unknown[] => {
  const chain: unknown[] = [];
  for (let at = thrown; at !== undefined && at !== null && chain.length < depth; ) {
    chain.push(at);
    at = typeof at === 'object' ? Reflect.get(at, 'cause') : undefined;
  }
  return chain;
};

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : '');

/** Errors of aborted requests. They are compared by name, because they may come from another realm. */
const abortions: ReadonlySet<string> = new Set(['AbortError', 'TimeoutError']);
/** The errors that the language throws when a response is not what the reader expected. */
const misreadings: ReadonlySet<string> = new Set(['SyntaxError', 'TypeError', 'RangeError', 'ReferenceError']);

/**
 * Converts anything that was thrown during a call: an error of this package by its code, an aborted call as a timeout,
 * a response that could not be read as invalid, and everything else as a provider that is unavailable. Only the
 * innermost error of a chain counts as a read error: a failed connection is a `TypeError` too, with its reason as the
 * cause.
 */
export const unavailableFrom = (service: Service, thrown: unknown): Unavailable => {
  const chain = chainOf(thrown);
  const ours = chain.find((error) => error instanceof OutgoingFault);
  if (ours instanceof OutgoingFault) return faultOf(service, ours, thrown);
  if (chain.some((error) => abortions.has(nameOf(error)))) return unavailable(service, thrown, 'timeout');
  return unavailable(service, thrown, misreadings.has(nameOf(chain.at(-1))) ? 'invalid_response' : 'unavailable');
};
