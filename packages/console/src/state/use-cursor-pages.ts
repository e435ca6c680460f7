import { type QueryKey, useInfiniteQuery } from '@tanstack/react-query';

type Options<Page> = {
  readonly queryKey: QueryKey;
  /** Reads the page at a cursor; `null` is the first page. */
  readonly read: (cursor: string | null, signal: AbortSignal) => Promise<Page>;
  /** The cursor behind a page; `null` where it is the last one. */
  readonly next: (page: Page) => string | null;
  readonly refetchOnMount?: boolean | 'always';
  readonly refetchOnWindowFocus?: boolean;
};

/** Reads a list of the service a page at a time. */
export const useCursorPages = <Page>({ next, read, ...options }: Options<Page>) =>
  useInfiniteQuery({
    ...options,
    queryFn: ({ pageParam, signal }) => read(pageParam === '' ? null : pageParam, signal),
    initialPageParam: '',
    getNextPageParam: next,
  });
