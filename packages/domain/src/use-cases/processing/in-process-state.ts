import { singleFlight } from '../../kernel/concurrency/single-flight.ts';
import { type DeferredRetries, newDeferredRetries } from './deferred-retries.ts';
import type { ReadingsInFlight } from './read-document.ts';

/** The state that the use cases of one process share besides the stores. Nothing is lost with it. */
export type InProcessState = { readonly deferredRetries: DeferredRetries; readonly readingsInFlight: ReadingsInFlight };

/** Call this once, where the use cases are composed: two states do not know of each other. */
export const newInProcessState = (): InProcessState => ({
  deferredRetries: newDeferredRetries(),
  readingsInFlight: singleFlight(),
});
