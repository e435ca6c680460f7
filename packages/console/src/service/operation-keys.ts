/**
 * The keys under which the service carries out once what was sent twice (`Idempotency-Key`). A request that was sent
 * and may have been done keeps its key: when it is sent again, as it was, nothing is done a second time. An answer ends
 * a key. They are in memory alone, by a digest of what was sent: nothing of a note or a person is kept for their sake.
 */
export type OperationKeys = {
  readonly of: (operation: string) => Promise<OperationKey>;
  readonly forget: () => void;
};

export type OperationKey = { readonly key: string; readonly answered: () => void };

/** SHA-256, as a text. */
const digestOf = async (text: string): Promise<string> =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))).join();

/** An operation is its path and its body, as text. `unanswered` has the keys by their digests. */
export const createOperationKeys = (
  newKey: () => string,
  unanswered: Map<string, string> = new Map(),
): OperationKeys => ({
  of: async (operation) => {
    const digest = await digestOf(operation);
    const key = unanswered.get(digest) ?? newKey();
    unanswered.set(digest, key);
    return { key, answered: () => void unanswered.delete(digest) };
  },
  forget: () => unanswered.clear(),
});
