import { type ClientRequest, newHttpClient, type Reply } from '../cluster/http-client.ts';

export type RawRequest = Pick<ClientRequest, 'path' | 'headers' | 'body'> & { readonly method: string };

export type RawResponse = Pick<Reply, 'status' | 'headers' | 'bytes'>;

export type RawClient = { readonly ask: (question: RawRequest) => Promise<RawResponse>; readonly close: () => void };

/** Sends requests with any method and any headers over connections that stay open, each of which must be answered. */
export const rawClientAt = (baseUrl: string, connections = 8): RawClient => {
  const { ask, close } = newHttpClient(connections);
  return {
    ask: async (question) => {
      const outcome = await ask(baseUrl, question);
      if (outcome.status === null) throw new Error(`no answer: ${outcome.code}`);
      return outcome;
    },
    close,
  };
};

/** Applies an action to each item, several at a time, in no particular order. */
export const forEachConcurrently = async <A>(
  all: Iterable<A>,
  act: (one: A) => Promise<void>,
  concurrency = 8,
): Promise<void> => {
  const left = all[Symbol.iterator]();
  const worker = async (): Promise<void> => {
    for (let next = left.next(); !next.done; next = left.next()) await act(next.value);
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
};
