import { E, type Either, type TaskEither, type Unavailable, type UnavailableKind } from '@portcullis/domain';
import { CircuitState, ConsecutiveBreaker, circuitBreaker, handleWhenResult } from 'cockatiel';
import { faultOf, OutgoingFault, unavailableFrom } from './fault.ts';
import type { CallName, Limits } from './types.ts';

export type Tagged = { readonly _tag: string };
export type Attempt<Refused, Answer> = (signal: AbortSignal) => TaskEither<Refused | Unavailable, Answer>;

/** Kinds that a retry may resolve. Only these count as failures of the provider, and open the circuit. */
const passing: ReadonlySet<UnavailableKind> = new Set(['unavailable', 'timeout', 'quota']);

export const isUnavailable = (reason: Tagged): reason is Unavailable => reason._tag === 'Unavailable';
export const isPassing = (reason: Tagged): reason is Unavailable => isUnavailable(reason) && passing.has(reason.kind);

export type Circuit = {
  readonly isClosed: () => boolean;
  /** Why nothing may be sent now; `null` when an attempt may be made. */
  readonly refusal: (name: CallName) => Unavailable | null;
  /** Makes one attempt and counts its result. It may be called only directly after `rejection` returned `null`. */
  readonly attempt: <Refused extends Tagged, Answer>(
    name: CallName,
    attempt: Attempt<Refused, Answer>,
    signal: AbortSignal,
  ) => Promise<Either<Refused | Unavailable, Answer>>;
};

/**
 * The result of an attempt. What it throws becomes a result too, and so does the end of its time. An attempt that
 * ignores the signal is abandoned: nothing that it sends later leaves the process.
 */
const settled = <Refused extends Tagged, Answer>(
  { service }: CallName,
  attempt: Attempt<Refused, Answer>,
  signal: AbortSignal,
): Promise<Either<Refused | Unavailable, Answer>> =>
  new Promise((resolve) => {
    const settle = (result: Either<Refused | Unavailable, Answer>): void => {
      signal.removeEventListener('abort', giveUp);
      resolve(result);
    };
    const giveUp = (): void => settle(E.left(faultOf(service, new OutgoingFault('deadline_passed'))));
    const run = async (): Promise<Either<Refused | Unavailable, Answer>> => attempt(signal)();
    if (signal.aborted) return giveUp();
    signal.addEventListener('abort', giveUp);
    run().then(settle, (thrown: unknown) => settle(E.left(unavailableFrom(service, thrown))));
  });

/**
 * Opens after `failures` in a row. After `openMs` one attempt decides whether it closes again, and all other calls are
 * rejected meanwhile.
 */
export const newCircuit = ({ failures, openMs }: Limits['breaker'], monotonic: () => number): Circuit => {
  const failed = new WeakSet<object>();
  const circuit = circuitBreaker(
    handleWhenResult((result) => typeof result === 'object' && result !== null && failed.has(result)),
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
    refusal: ({ service }) => {
      const isTried = circuit.state === CircuitState.HalfOpen;
      const leftMs = circuit.state === CircuitState.Open ? openUntil - monotonic() : 0;
      if (!isTried && leftMs <= 0) return null;
      const retryAfterSeconds = Math.max(1, Math.ceil(leftMs / 1000));
      return { ...faultOf(service, new OutgoingFault('circuit_open')), retryAfterSeconds };
    },
    attempt: (name, attempt, signal) =>
      circuit.execute(async () => {
        const result = await settled(name, attempt, signal);
        if (E.isLeft(result) && isPassing(result.left)) failed.add(result);
        return result;
      }),
  };
};
