import type { LivenessSession } from '@portcullis/client/flow';
import type { IssueCredentials, SubmitCapture } from '../flow/index.ts';
import type { Fault, LivenessFault } from '../machine/index.ts';
import type { Language, Say } from '../texts/index.ts';

export type LivenessProps = {
  readonly session: LivenessSession;
  readonly credentials: IssueCredentials;
  /** Sends what was recorded to the provider, where that takes it through the service: once for a session. */
  readonly submit: (capture: Blob) => ReturnType<SubmitCapture>;
  readonly language: Language;
  readonly say: Say;
  /** The session has come to its end: there will be a result. */
  readonly onEnd: () => void;
  /** The session was interrupted here. */
  readonly onFault: (fault: LivenessFault) => void;
  /** The service has refused what the session needs. */
  readonly onProblem: (problem: Fault) => void;
};

/** Shows what a provider needs of the person inside of an element; answers what takes it away again. */
export type MountLiveness = (element: HTMLElement, props: LivenessProps) => () => void;
