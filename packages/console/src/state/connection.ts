import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { failureOf } from '../service/index.ts';

/** What the calls say of the connection and of the session. */
export type CallEvents = {
  readonly signedOut: () => void;
  readonly unreachable: () => void;
  readonly answered: () => void;
};

const staleMs = 15_000;

/**
 * Reads are kept in memory while they are shown, and for a minute. Nothing asks by itself but a window that comes back:
 * a page that nobody uses does not keep its session alive.
 */
export const createQueries = (events: CallEvents): QueryClient => {
  const onError = (error: unknown): void => {
    const { kind } = failureOf(error);
    if (kind === 'signed_out') events.signedOut();
    if (kind === 'unreachable') events.unreachable();
    if (kind === 'problem') events.answered();
  };
  const onSuccess = (): void => events.answered();
  return new QueryClient({
    queryCache: new QueryCache({ onError, onSuccess }),
    mutationCache: new MutationCache({ onError, onSuccess }),
    defaultOptions: {
      queries: { retry: false, networkMode: 'always', staleTime: staleMs, gcTime: 60_000 },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
};
