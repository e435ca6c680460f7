import { type Service, type Unavailable, type UnavailableKind, unavailable } from '@portcullis/domain';

/** What this package itself can say no to, or has seen fail, and what each means for the core. */
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

/** A call that was stopped, or came to nothing. The message is the code, and never an address. */
export class OutgoingFault extends Error {
  override readonly name = 'OutgoingFault';
  readonly code: FaultCode;
  constructor(code: FaultCode, cause?: unknown) {
    super(code, cause === undefined ? undefined : { cause });
    this.code = code;
  }
}

/** What stops a call by no doing of the provider's, where nothing of it was sent. */
const holding: ReadonlySet<FaultCode> = new Set(['circuit_open', 'too_many_calls', 'deadline_passed']);

/** Whether we ourselves stopped a call; only one of which nothing was sent never reached the provider. */
export const isHeldBack = ({ cause }: Unavailable): boolean =>
  cause instanceof OutgoingFault && holding.has(cause.code);

/** Nothing that waiting mends: an operator has to do something. */
const anHour = 3600;

/** A fault as the core knows it. */
export const faultOf = (service: Service, fault: OutgoingFault, cause: unknown = fault): Unavailable => {
  const kind = faultKinds[fault.code];
  return kind === 'not_configured' ? unavailable(service, cause, kind, anHour) : unavailable(service, cause, kind);
};

const depth = 8;

/** The error and what caused it, outermost first. */
const chainOf = (thrown: unknown): readonly unknown[] => {
  const chain: unknown[] = [];
  for (let at = thrown; at !== undefined && at !== null && chain.length < depth; ) {
    chain.push(at);
    at = typeof at === 'object' ? Reflect.get(at, 'cause') : undefined;
  }
  return chain;
};

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : '');

/** By whatever realm the error came from, so by its name. */
const abortions: ReadonlySet<string> = new Set(['AbortError', 'TimeoutError']);
/** What the language throws when an answer was read that is not what it was taken for. */
const misreadings: ReadonlySet<string> = new Set(['SyntaxError', 'TypeError', 'RangeError', 'ReferenceError']);

/**
 * What something that was thrown on the way means: a fault of the way out by its code, an aborted call as a timeout, an
 * answer that could not be read as invalid, and everything else as a provider that is not there. Only the innermost
 * error of a chain counts as a misreading: a failed connection is a `TypeError` too, with its reason as the cause.
 */
export const unavailableFrom = (service: Service, thrown: unknown): Unavailable => {
  const chain = chainOf(thrown);
  const ours = chain.find((error) => error instanceof OutgoingFault);
  if (ours instanceof OutgoingFault) return faultOf(service, ours, thrown);
  if (chain.some((error) => abortions.has(nameOf(error)))) return unavailable(service, thrown, 'timeout');
  return unavailable(service, thrown, misreadings.has(nameOf(chain.at(-1))) ? 'invalid_response' : 'unavailable');
};
