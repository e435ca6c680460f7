import { setImmediate as turn } from 'node:timers/promises';
import { E, type ImageFitter } from '@portcullis/domain';

/** A fitter that does not finish until it is released, and the number of its calls. */
export type SlowFitter = {
  readonly fitter: ImageFitter;
  readonly asked: () => number;
  /** Lets it finish, and lets those continue that waited for it. */
  readonly release: () => Promise<void>;
};

const eventLoopTurns = 50;

export const slowFitter = (): SlowFitter => {
  let asked = 0;
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return {
    fitter: {
      fit: (image) => async () => {
        asked += 1;
        await opened;
        return E.right(image);
      },
    },
    asked: () => asked,
    release: async () => {
      open();
      for (let i = 0; i < eventLoopTurns; i += 1) await turn();
    },
  };
};
