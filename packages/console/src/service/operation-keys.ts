/**
 * The keys under which the service carries out once what was sent twice (`Idempotency-Key`). What was sent and may have
 * been done keeps its key: when it is sent again, as it was, nothing is done a second time. An answer ends a key. They
 * are in memory alone.
 */
export type OperationKeys = {
  readonly keyOf: (operation: string) => string;
  readonly answered: (operation: string) => void;
  readonly forget: () => void;
};

/** An operation is its path and its body, as text. */
export const createOperationKeys = (newKey: () => string): OperationKeys => {
  const unanswered = new Map<string, string>();
  return {
    keyOf: (operation) => {
      const key = unanswered.get(operation) ?? newKey();
      unanswered.set(operation, key);
      return key;
    },
    answered: (operation) => void unanswered.delete(operation),
    forget: () => unanswered.clear(),
  };
};
