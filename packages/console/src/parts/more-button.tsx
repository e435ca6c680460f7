import { Button } from '@mantine/core';
import type { ReactNode } from 'react';

type Props = {
  /** The query that is read a page at a time. */
  readonly query: {
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    readonly fetchNextPage: () => Promise<unknown>;
  };
  readonly children: ReactNode;
};

/** A button that reads the next page, where there is one. */
export const MoreButton = ({ children, query }: Props) =>
  query.hasNextPage ? (
    <Button variant="default" disabled={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
      {children}
    </Button>
  ) : null;
