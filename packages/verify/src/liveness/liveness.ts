import type { LivenessSession } from '@portcullis/client/flow';
import type { LivenessFault } from '../machine/index.ts';
import type { Say } from '../texts/index.ts';

export type LivenessProps = {
  readonly session: LivenessSession;
  readonly say: Say;
  /** The session has come to its end: there will be a result. */
  readonly onEnd: () => void;
  /** The session was interrupted here. */
  readonly onFault: (fault: LivenessFault) => void;
};

/** Shows what a provider needs of the person inside of an element; answers what takes it away again. */
export type MountLiveness = (element: HTMLElement, props: LivenessProps) => () => void;
