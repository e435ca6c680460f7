import type { PageEvent } from '#verify/machine/event';
import type { Effect, State } from '#verify/machine/state';
import { transition } from '#verify/machine/transition';

/** A state of the page, and the effects of the event that led to it. */
export type Walked = { readonly state: State; readonly effects: readonly Effect[] };

/** The state after these events, and the effects of the last one. */
export const follow = (state: State, ...events: readonly PageEvent[]): Walked =>
  events.reduce<Walked>((walked, event) => transition(walked.state, event), { state, effects: [] });

/** The state after these events. */
export const stateAfter = (state: State, ...events: readonly PageEvent[]): State => follow(state, ...events).state;
