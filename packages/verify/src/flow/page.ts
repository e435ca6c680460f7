import type { BrowserCredentials, Result } from '@portcullis/client/flow';
import { type Effect, firstState, type PageEvent, type State, transition } from '../machine/index.ts';
import { callService, type Service } from './call-service.ts';
import { isPartnerName } from './handoff-link.ts';
import { stepReporter } from './step-reporter.ts';
import { type Handoff, takeOver } from './take-over.ts';

/** Asks for what a browser needs to stream to the provider of the open liveness session. */
export type IssueCredentials = () => Promise<Result<BrowserCredentials>>;

/** Sends what was recorded for a session to its provider. */
export type SubmitCapture = (sessionId: string, capture: Blob) => Promise<Result<null>>;

/** The machine's runner: it takes events, carries out effects, and tells who draws. */
export type Page = {
  readonly state: () => State;
  readonly dispatch: (event: PageEvent) => void;
  /** A page without a token never asks. */
  readonly credentials: IssueCredentials;
  readonly submit: SubmitCapture;
  readonly subscribe: (listener: (state: State) => void) => void;
};

type Parts = {
  /** `null` where the link has no token. */
  readonly service: Service | null;
  /** Where the link is one that another device shows. */
  readonly handoff?: Handoff | null;
  /** Whether a part of the link got lost on its way. */
  readonly isCut?: boolean;
  readonly wait: (seconds: number, then: () => void) => void;
  /** Whether the device says that it has a connection. */
  readonly isOnline: () => boolean;
  /** In milliseconds, of any clock that only goes forward. */
  readonly now: () => number;
};

/** Begins with a link. A call whose answer cannot be used counts as lost, so that the page never stands still. */
export const openPage = ({ handoff = null, isCut = false, isOnline, now, service: ofLink, wait }: Parts): Page => {
  const listeners: ((state: State) => void)[] = [];
  let state = firstState;
  let service = ofLink;
  // Whether a report arrives makes no difference to the person.
  const report = stepReporter(now, (one) => void service?.reportStep(one).catch(() => undefined));
  const carryOut = (effect: Effect): void => {
    if (effect.type === 'wait') wait(effect.seconds, () => dispatch({ type: 'elapsed', ticket: effect.ticket }));
    const answer = answerTo(effect);
    if (effect.type === 'wait' || answer === null) return;
    answer.then(withConnection, () => dispatch({ type: 'failed', fault: { code: 'unexpected_answer' }, call: effect }));
  };
  const answerTo = (effect: Effect): Promise<PageEvent> | null => {
    if (effect.type === 'wait') return null;
    if (effect.type !== 'redeem_handoff') return service && callService(service, effect, state);
    return (
      handoff &&
      takeOver(handoff, effect, (connected) => {
        service = connected;
      })
    );
  };
  const withConnection = (event: PageEvent): void =>
    dispatch(event.type === 'failed' ? { ...event, fault: { ...event.fault, isOnline: isOnline() } } : event);
  const dispatch = (event: PageEvent): void => {
    const before = state;
    const { effects, state: next } = transition(before, event);
    state = next;
    report(before, event, next);
    for (const listener of listeners) listener(state);
    for (const effect of effects) carryOut(effect);
  };
  const isForged = handoff !== null && handoff.from !== null && !isPartnerName(handoff.from);
  dispatch(
    isForged
      ? { type: 'failed', fault: { code: 'not_found' }, call: { type: 'redeem_handoff', from: null } }
      : {
          type: 'opened',
          hasToken: service !== null,
          ...(isCut && { isCut }),
          ...(handoff !== null && { handoff: { from: handoff.from } }),
        },
  );
  return {
    state: () => state,
    dispatch,
    credentials: () => service?.issueBrowserCredentials() ?? Promise.reject(new Error('the link has no token')),
    submit: (sessionId, capture) =>
      service?.submitLivenessCapture(sessionId, capture) ?? Promise.reject(new Error('the link has no token')),
    subscribe: (listener) => void listeners.push(listener),
  };
};
