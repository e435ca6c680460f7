type Guarded = {
  /** Puts an entry into the history. */
  readonly push: () => void;
  /** Goes back in the history. */
  readonly leave: () => void;
  readonly wait: (seconds: number, then: () => void) => void;
  /** Whether there is a screen before, or something would be lost. */
  readonly staysHere: () => boolean;
  readonly goBack: () => void;
};

/**
 * Keeps an entry of the history above the page, so that the back button leads to the screen before. Answers what to do
 * when that entry was left. Where the page need not stay, it is left, unless nothing is behind it: the page is
 * still there then, and needs its entry again.
 */
export const guardBack = ({ goBack, staysHere, leave, push, wait }: Guarded): (() => void) => {
  push();
  return () => {
    if (staysHere()) {
      push();
      return goBack();
    }
    leave();
    wait(1, push);
  };
};
