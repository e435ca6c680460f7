import { type Clock, E, type Either, type Unavailable } from '@portcullis/domain';
import { clockFault, type EntryRelay } from '@portcullis/domain/use-cases';

/** At the stop entries are placed for so long; the service waits for a second in all until everything is closed. */
const lastPlacingMs = 600;

type RelayRoundDeps = {
  readonly relay: EntryRelay;
  readonly clock: Clock;
  /** Looks whether entries wait for too long. */
  readonly watch: () => Promise<void>;
  readonly onFailure: (cause: Unavailable) => void;
};

/**
 * The rounds of the relay, and the last one at the stop. By a clock that may be wrong none is made: a lease would be
 * taken from an instance that holds it, and a head would get a wrong time.
 */
export const relayRounds = ({ clock, onFailure, relay, watch }: RelayRoundDeps) => {
  const report = (placed: Either<Unavailable, number>): void => {
    if (E.isLeft(placed)) onFailure(placed.left);
  };
  return {
    round: async (): Promise<void> => {
      if (clockFault(clock)) return;
      report(await relay.round()());
      await watch();
    },
    last: async (): Promise<void> => {
      if (!clockFault(clock)) report(await relay.stop(lastPlacingMs)());
    },
  };
};
