import { createContext, useContext } from 'react';
import type { QueueFilters, Review } from '../model/index.ts';
import { useConsole } from './console-context.ts';
import { useCursorPages } from './use-cursor-pages.ts';

/** The filters of the queue stay while a case is open, so that its neighbours are those of the list. */
export type QueueChoice = {
  readonly filters: QueueFilters;
  readonly choose: (filters: QueueFilters) => void;
};

export const QueueContext = createContext<QueueChoice>({ filters: {}, choose: () => undefined });

/**
 * The queue with its filters, a page at a time. Where it is shown it is read; beside a case, whose neighbours it knows,
 * what was read lately is enough.
 */
export const useQueue = (isShown = false) => {
  const { client } = useConsole();
  const { choose, filters } = useContext(QueueContext);
  const query = useCursorPages({
    queryKey: ['queue', filters],
    read: (cursor, signal) => client.queue(filters, cursor, signal),
    next: (page) => page.next_cursor,
    refetchOnMount: isShown ? 'always' : true,
  });
  const reviews: readonly Review[] = query.data?.pages.flatMap(({ data }) => data) ?? [];
  const looked = query.data?.pages.reduce((sum, page) => sum + page.looked, 0) ?? 0;
  const damaged = query.data?.pages.reduce((sum, page) => sum + (page.damaged ?? 0), 0) ?? 0;
  return {
    query,
    reviews,
    looked,
    damaged,
    filters,
    choose,
  };
};
