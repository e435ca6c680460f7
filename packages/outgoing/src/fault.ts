import { type Service, type Unavailable, type UnavailableKind, unavailable } from '@portcullis/domain';

/** What this package itself can say no to, and what each means for the core. */
export const faultKinds = {
  outside_a_call: 'not_configured',
  host_not_allowed: 'not_configured',
  redirected: 'invalid_response',
  answer_too_large: 'invalid_response',
  circuit_open: 'unavailable',
  too_many_calls: 'unavailable',
  deadline_passed: 'timeout',
} as const satisfies Record<string, UnavailableKind>;

export type FaultCode = keyof typeof faultKinds;

/** A call that this package stopped. The message names the rule, never an address. */
export class OutgoingFault extends Error {
  override readonly name = 'OutgoingFault';
  readonly code: FaultCode;
  constructor(code: FaultCode) {
    super(code);
    this.code = code;
  }
}

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

/**
 * What something that was thrown on the way means: a stop of ours by its code, an aborted call as a timeout, an answer
 * that is no JSON as invalid, and everything else (refused, reset, unresolved, cut off) as a provider that is not there.
 */
export const unavailableFrom = (service: Service, thrown: unknown): Unavailable => {
  const chain = chainOf(thrown);
  const ours = chain.find((error) => error instanceof OutgoingFault);
  if (ours instanceof OutgoingFault) return unavailable(service, thrown, faultKinds[ours.code]);
  const names = chain.map(nameOf);
  if (names.some((name) => name === 'AbortError' || name === 'TimeoutError' || name === 'TaskCancelledError')) {
    return unavailable(service, thrown, 'timeout');
  }
  return unavailable(service, thrown, names.includes('SyntaxError') ? 'invalid_response' : 'unavailable');
};
