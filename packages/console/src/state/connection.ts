import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { failureOf, isRefusal } from '../service/index.ts';

/** The events of the calls about the connection and the session. */
export type CallEvents = {
  readonly signedOut: () => void;
  readonly unreachable: () => void;
  readonly answered: () => void;
};

/** Data that name no person, by the beginning of their key: the queue, whose cases have neighbours, and policies. */
const keptKeys = ['queue', 'summary', 'policies', 'policy', 'policy-drafts', 'policy-draft'] as const;

/** For how long that is shown as it was read, and kept after it was shown, in milliseconds. */
const kept = { staleTime: 15_000, gcTime: 60_000 };

/**
 * All other data are kept while they are shown and no longer: each look at a case is asked for, and so it is a line of
 * the access log. Nothing asks by itself but a window that comes back: a page that nobody uses does not keep its
 * session alive. Data that the service refuses when they are read again are taken away: the screen then shows what it
 * shows for a first answer of that kind.
 */
export const createQueries = (events: CallEvents): QueryClient => {
  const onError = (error: unknown): void => {
    const { kind } = failureOf(error);
    if (kind === 'signed_out') events.signedOut();
    if (kind === 'unreachable') events.unreachable();
    if (kind === 'problem') events.answered();
  };
  const onSuccess = (): void => events.answered();
  const queries = new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => {
        onError(error);
        if (isRefusal(error)) query.setState({ data: undefined });
      },
      onSuccess,
    }),
    mutationCache: new MutationCache({ onError, onSuccess }),
    defaultOptions: {
      queries: { retry: false, networkMode: 'always', staleTime: 0, gcTime: 0 },
      mutations: { retry: false, networkMode: 'always', gcTime: 0 },
    },
  });
  for (const key of keptKeys) queries.setQueryDefaults([key], kept);
  return queries;
};
