import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { fieldTimeOf, instantOf } from '../model/index.ts';
import { DamagedNote, ErrorAlert, Loading, MoreButton, ScreenHeading } from '../parts/index.ts';
import { useConsole, useCursorPages } from '../state/index.ts';
import { numberIn } from '../texts/index.ts';
import { AccessTable } from './access-table.tsx';

/** The first span: the lines of the last day. */
const firstSpanMs = 24 * 60 * 60 * 1000;

/** The log from a time on, the oldest line first. Each reading of it is a line too, so nothing reads it by itself. */
const useAccessLog = (from: string | null) => {
  const { client } = useConsole();
  return useCursorPages({
    queryKey: ['access-log', from],
    read: (cursor, signal) => client.accessLog(from, cursor, signal),
    next: (page) => page.next_after,
    refetchOnWindowFocus: false,
  });
};

type FilterProps = {
  readonly initial: string;
  readonly isBusy: boolean;
  readonly show: (from: string) => void;
};

/** Since when lines are shown; an empty field shows all that are kept. */
const Filter = ({ initial, isBusy, show }: FilterProps) => {
  const { say } = useConsole();
  const [since, setSince] = useState(initial);
  const submitted = (event: FormEvent): void => {
    event.preventDefault();
    show(since);
  };
  return (
    <form onSubmit={submitted} className="filters">
      <TextInput
        type="datetime-local"
        label={say('access_since')}
        description={say('access_since_hint')}
        value={since}
        onChange={({ currentTarget }) => setSince(currentTarget.value)}
      />
      <Button type="submit" variant="default" disabled={isBusy}>
        {say('access_show')}
      </Button>
    </form>
  );
};

/** The screen of the readers of people's data. */
export const AccessLogScreen = () => {
  const { clock, language, say } = useConsole();
  const [since, setSince] = useState(() => fieldTimeOf(clock() - firstSpanMs));
  const query = useAccessLog(instantOf(since));
  const lines = query.data?.pages.flatMap(({ data }) => data);
  const damaged = query.data?.pages.reduce((sum, page) => sum + page.damaged, 0) ?? 0;
  const emptyText = query.hasNextPage ? say('access_none_on_page') : say('access_none');
  const show = (from: string): void => {
    if (from === since) void query.refetch();
    setSince(from);
  };
  return (
    <div data-screen="access-log">
      <ScreenHeading>{say('access_title')}</ScreenHeading>
      <p className="quiet">{say('access_hint')}</p>
      <Filter initial={since} isBusy={query.isFetching} show={show} />
      {lines === undefined && query.error === null && <Loading />}
      {query.error !== null && <ErrorAlert error={query.error} retry={() => void query.refetch()} />}
      <p role="status">
        {lines !== undefined &&
          (lines.length === 0 ? emptyText : say('access_count', { count: numberIn(language, lines.length) }))}
      </p>
      <DamagedNote count={damaged} text="access_damaged" />
      {lines !== undefined && lines.length > 0 && <AccessTable lines={lines} />}
      <MoreButton query={query}>{say('access_more')}</MoreButton>
    </div>
  );
};
