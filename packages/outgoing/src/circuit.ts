import {
  E,
  type Either,
  type TaskEither,
  type Unavailable,
  type UnavailableKind,
  unavailable,
} from '@portcullis/domain';
import { BrokenCircuitError, CircuitState, ConsecutiveBreaker, circuitBreaker, handleWhenResult } from 'cockatiel';
import { OutgoingFault, unavailableFrom } from './fault.ts';
import type { CallName, Limits } from './types.ts';

export type Tagged = { readonly _tag: string };
export type Attempt<Refused, Answer> = (signal: AbortSignal) => TaskEither<Refused | Unavailable, Answer>;

/** What another try may mend; only these count as failures of the provider, and open the circuit. */
const passing: ReadonlySet<UnavailableKind> = new Set(['unavailable', 'timeout', 'quota']);

export const isUnavailable = (reason: Tagged): reason is Unavailable => reason._tag === 'Unavailable';
export const isPassing = (reason: Tagged): reason is Unavailable => isUnavailable(reason) && passing.has(reason.kind);

export type Circuit = {
  readonly isOpen: () => boolean;
  /** Makes one attempt, or says at once that the provider is not asked at the moment. */
  readonly attempt: <Refused extends Tagged, Answer>(
    name: CallName,
    attempt: Attempt<Refused, Answer>,
    signal: AbortSignal,
  ) => Promise<Either<Refused | Unavailable, Answer>>;
};

/** What an attempt answered; what it throws is an answer too. */
const settled = async <Refused extends Tagged, Answer>(
  { service }: CallName,
  attempt: Attempt<Refused, Answer>,
  signal: AbortSignal,
): Promise<Either<Refused | Unavailable, Answer>> => {
  try {
    return await attempt(signal)();
  } catch (thrown) {
    return E.left(unavailableFrom(service, thrown));
  }
};

/** Opens after `failures` in a row; after `openMs` one attempt decides whether it closes again. */
export const newCircuit = ({ failures, openMs }: Limits['breaker']): Circuit => {
  const failed = new WeakSet<object>();
  const circuit = circuitBreaker(
    handleWhenResult((result) => typeof result === 'object' && result !== null && failed.has(result)),
    { breaker: new ConsecutiveBreaker(failures), halfOpenAfter: openMs },
  );
  let openedAt = 0;
  circuit.onBreak(() => {
    openedAt = performance.now();
  });

  const refusal = ({ service }: CallName): Unavailable => {
    const left = openedAt + openMs - performance.now();
    return unavailable(service, new OutgoingFault('circuit_open'), 'unavailable', Math.max(1, Math.ceil(left / 1000)));
  };

  return {
    isOpen: () => circuit.state === CircuitState.Open,
    attempt: async (name, attempt, signal) => {
      try {
        return await circuit.execute(async () => {
          const result = await settled(name, attempt, signal);
          if (E.isLeft(result) && isPassing(result.left)) failed.add(result);
          return result;
        });
      } catch (thrown) {
        if (thrown instanceof BrokenCircuitError) return E.left(refusal(name));
        throw thrown;
      }
    },
  };
};
