import { E, type Either, type TaskEither, type Unavailable } from '@portcullis/domain';
import { isUnavailable, type UnavailableKind } from '@portcullis/domain/kernel';
import { CircuitState, ConsecutiveBreaker, circuitBreaker, handleWhenResult } from 'cockatiel';
import type { CallName, OngoingCall, VendorLimits } from '../call/types.ts';
import { outageOfCallError, unavailableFrom, VendorCallError } from '../call/vendor-call-error.ts';

export type Tagged = { readonly _tag: string };
export type Attempt<Failure, Result> = (call: OngoingCall) => TaskEither<Failure | Unavailable, Result>;

/** Kinds that a retry may resolve. Only these count as failures of the provider, and open the circuit. */
const transientKinds: ReadonlySet<UnavailableKind> = new Set(['unavailable', 'timeout', 'quota']);

export const isTransient = (reason: Tagged): reason is Unavailable =>
  isUnavailable(reason) && transientKinds.has(reason.kind);

export type CircuitBreaker = {
  readonly isClosed: () => boolean;
  /** Why nothing may be sent now; `null` when an attempt may be made. */
  readonly rejection: (name: CallName) => Unavailable | null;
  /** Makes one attempt and counts its result. It may be called only directly after `rejection` returned `null`. */
  readonly attempt: <Failure extends Tagged, Result>(
    name: CallName,
    attempt: Attempt<Failure, Result>,
    call: OngoingCall,
  ) => Promise<Either<Failure | Unavailable, Result>>;
};

/**
 * The result of an attempt. An error that it throws becomes a result too, and so does the end of its time. An attempt
 * that ignores the signal is abandoned: nothing that it sends later leaves the process.
 */
const settledAttempt = <Failure extends Tagged, Result>(
  { service }: CallName,
  attempt: Attempt<Failure, Result>,
  call: OngoingCall,
): Promise<Either<Failure | Unavailable, Result>> =>
  new Promise((resolve) => {
    const { signal } = call;
    const settle = (result: Either<Failure | Unavailable, Result>): void => {
      signal.removeEventListener('abort', expire);
      resolve(result);
    };
    const expire = (): void => settle(E.left(outageOfCallError(service, new VendorCallError('deadline_passed'))));
    const run = async (): Promise<Either<Failure | Unavailable, Result>> => attempt(call)();
    if (signal.aborted) return expire();
    signal.addEventListener('abort', expire);
    run().then(settle, (thrown: unknown) => settle(E.left(unavailableFrom(service, thrown))));
  });

/**
 * Opens after `failures` in a row. After `openMs` one attempt decides whether it closes again, and all other calls are
 * rejected meanwhile.
 */
export const newCircuitBreaker = (
  { failures, openMs }: VendorLimits['breaker'],
  monotonic: () => number,
): CircuitBreaker => {
  const failedResults = new WeakSet<object>();
  const circuit = circuitBreaker(
    handleWhenResult((result) => typeof result === 'object' && result !== null && failedResults.has(result)),
    // The library reads the wall clock, which may be set back. The time is measured here, so the library's clock is not
    // used.
    { breaker: new ConsecutiveBreaker(failures), halfOpenAfter: Number.NEGATIVE_INFINITY },
  );
  let openUntil = 0;
  circuit.onBreak(() => {
    openUntil = monotonic() + openMs;
  });

  return {
    isClosed: () => circuit.state === CircuitState.Closed,
    rejection: ({ service }) => {
      const isProbing = circuit.state === CircuitState.HalfOpen;
      const remainingMs = circuit.state === CircuitState.Open ? openUntil - monotonic() : 0;
      if (!isProbing && remainingMs <= 0) return null;
      const retryAfterSeconds = Math.max(1, Math.ceil(remainingMs / 1000));
      return { ...outageOfCallError(service, new VendorCallError('circuit_open')), retryAfterSeconds };
    },
    attempt: (name, attempt, call) =>
      circuit.execute(async () => {
        const result = await settledAttempt(name, attempt, call);
        if (E.isLeft(result) && isTransient(result.left)) failedResults.add(result);
        return result;
      }),
  };
};
