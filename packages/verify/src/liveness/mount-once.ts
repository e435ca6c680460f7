import type { LivenessProps, MountLiveness } from './liveness.ts';

/** Shows a component after what it needs was loaded; answers what takes it away again. */
export type StartLiveness = (
  element: HTMLElement,
  props: LivenessProps,
  isMounted: () => boolean,
) => Promise<(() => void) | undefined>;

/** A component that is loaded. It tells nothing any more after it was taken away, also while it was being loaded. */
export const mountOnce =
  (start: StartLiveness): MountLiveness =>
  (element, props) => {
    let isMounted = true;
    let unmount: (() => void) | undefined;
    const once =
      <Given extends readonly unknown[]>(tell: (...given: Given) => void) =>
      (...given: Given): void => {
        if (isMounted) tell(...given);
      };
    const { onEnd, onFault, onProblem } = props;
    const callbacks = { ...props, onEnd: once(onEnd), onFault: once(onFault), onProblem: once(onProblem) };
    start(element, callbacks, () => isMounted).then(
      (taken) => {
        unmount = taken;
        if (!isMounted) unmount?.();
      },
      () => callbacks.onFault('other'),
    );
    return () => {
      isMounted = false;
      unmount?.();
    };
  };
