type Guarded = {
  /** Puts an entry into the history. */
  readonly push: () => void;
  /** Goes back in the history. */
  readonly leave: () => void;
  readonly wait: (seconds: number, then: () => void) => void;
  readonly hasScreenBefore: () => boolean;
  readonly goBack: () => void;
};

/**
 * Keeps an entry of the history above the page, so that the back button leads to the screen before. Answers what to do
 * when that entry was left. Where there is no screen before, the page is left, unless nothing is behind it: the page is
 * still there then, and needs its entry again.
 */
export const guardBack = ({ goBack, hasScreenBefore, leave, push, wait }: Guarded): (() => void) => {
  push();
  return () => {
    if (hasScreenBefore()) {
      push();
      return goBack();
    }
    leave();
    wait(1, push);
  };
};
