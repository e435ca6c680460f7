import type { Trigger } from '@portcullis/domain/kernel';

/**
 * Tells that a call has ended early. It stands for an `AbortSignal`, which is made only for what asks for one: making
 * it and listening to it takes longer than a timer.
 */
export type Cancellation = {
  readonly isCanceled: () => boolean;
  /** Fires when the call is canceled, also when it was before. */
  readonly onCancel: Trigger;
  readonly signal: () => AbortSignal;
};

/** A cancellation, and what cancels it. */
export const newCancellation = (): { readonly cancellation: Cancellation; readonly cancel: () => void } => {
  const listeners = new Set<() => void>();
  let controller: AbortController | null = null;
  let isCanceled = false;
  return {
    cancellation: {
      isCanceled: () => isCanceled,
      onCancel: (fire) => {
        if (isCanceled) fire();
        else listeners.add(fire);
        return () => void listeners.delete(fire);
      },
      signal: () => {
        controller ??= new AbortController();
        if (isCanceled) controller.abort();
        return controller.signal;
      },
    },
    cancel: () => {
      isCanceled = true;
      for (const fire of [...listeners]) fire();
      controller?.abort();
    },
  };
};

/** The cancellation that a signal stands for; without one, nothing is ever canceled. */
export const cancellationOf = (given: AbortSignal | undefined): Cancellation => {
  const signal = given ?? new AbortController().signal;
  return {
    isCanceled: () => signal.aborted,
    onCancel: (fire) => {
      if (signal.aborted) fire();
      else signal.addEventListener('abort', fire, { once: true });
      return () => signal.removeEventListener('abort', fire);
    },
    signal: () => signal,
  };
};
