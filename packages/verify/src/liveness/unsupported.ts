import type { MountLiveness } from './liveness.ts';

/** Stands for a provider whose part in the browser the page does not have yet: it says so, and leads on. */
export const mountUnsupportedLiveness: MountLiveness = (_, { onFault }) => {
  let isMounted = true;
  queueMicrotask(() => {
    if (isMounted) onFault('unsupported');
  });
  return () => {
    isMounted = false;
  };
};
