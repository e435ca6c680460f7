import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { may } from '../model/index.ts';
import { DamagedNote, ErrorAlert, Loading, MoreButton, ScreenHeading } from '../parts/index.ts';
import { goTo, useConsole, useKeyActions, useMember, useQueue } from '../state/index.ts';
import { numberIn } from '../texts/index.ts';
import { QueueFilterBar } from './queue-filters.tsx';
import { ReviewTable } from './review-table.tsx';
import { Summary } from './summary.tsx';

/** Claims the oldest free case and opens it. */
const NextCase = () => {
  const { client, say } = useConsole();
  const queries = useQueryClient();
  const [isNoneFree, setNoneFree] = useState(false);
  const next = useMutation({
    mutationFn: client.claimNext,
    onSuccess: ({ review }) => {
      setNoneFree(review === null);
      if (review === null) return;
      for (const key of ['queue', 'summary']) void queries.invalidateQueries({ queryKey: [key] });
      goTo({ name: 'case', id: review.profile_id });
    },
  });
  return (
    <>
      <Button disabled={next.isPending} onClick={() => next.mutate()}>
        {say('queue_next')}
      </Button>
      {isNoneFree && <p role="status">{say('queue_none_free')}</p>}
      {next.error !== null && <ErrorAlert error={next.error} />}
    </>
  );
};

/** Moves the focus among the links of the table. */
const moveFocus = (by: 1 | -1): void => {
  const links: readonly (HTMLElement | null)[] = [...document.querySelectorAll<HTMLElement>('[data-case] a')];
  const current = document.activeElement instanceof HTMLElement ? document.activeElement : null;
  const index = links.indexOf(current);
  const target = index === -1 ? links[0] : links[index + by];
  target?.focus();
};

/** The cases that wait. */
export const QueueScreen = () => {
  const { language, say } = useConsole();
  const member = useMember();
  const queries = useQueryClient();
  const { choose, damaged, filters, looked, query, reviews } = useQueue(true);
  useKeyActions((action) => {
    if (action === 'next') moveFocus(1);
    if (action === 'previous') moveFocus(-1);
  });
  const refresh = (): void => {
    for (const key of ['queue', 'summary']) void queries.invalidateQueries({ queryKey: [key] });
  };
  const hasFilters = Object.keys(filters).length > 0;
  return (
    <div data-screen="queue">
      <div className="line">
        <ScreenHeading>{say('queue_title')}</ScreenHeading>
        {may(member, 'reviews:claim') && <NextCase />}
        <Button variant="default" onClick={refresh}>
          {say('queue_refresh')}
        </Button>
      </div>
      <Summary />
      <QueueFilterBar filters={filters} choose={choose} reviews={reviews} />
      {query.isPending && <Loading />}
      {query.error !== null && <ErrorAlert error={query.error} retry={refresh} />}
      {query.data !== undefined && !query.hasNextPage && reviews.length === 0 && (
        <p role="status">{say(hasFilters ? 'queue_empty_filtered' : 'queue_empty')}</p>
      )}
      {reviews.length > 0 && <ReviewTable reviews={reviews} caption={say('queue_caption')} />}
      <DamagedNote count={damaged} text="cases_damaged" />
      {query.hasNextPage && hasFilters && (
        <p role="status">
          {say(reviews.length === 0 ? 'queue_looked_none' : 'queue_looked', { count: numberIn(language, looked) })}
        </p>
      )}
      <MoreButton query={query}>{say(hasFilters ? 'queue_look_further' : 'queue_more')}</MoreButton>
    </div>
  );
};
