import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { fingerprintKinds, type ListEntry, type ListFilters, listNames } from '../model/index.ts';
import { DamagedNote, ErrorAlert, Loading, MoreButton, ScreenHeading } from '../parts/index.ts';
import { useConsole, useCursorPages } from '../state/index.ts';
import { numberIn } from '../texts/index.ts';
import { ListTable } from './list-table.tsx';
import { RemoveEntry } from './remove-entry.tsx';

type FilterProps = {
  readonly filters: ListFilters;
  readonly choose: (filters: ListFilters) => void;
};

const Filters = ({ choose, filters }: FilterProps) => {
  const { say, term } = useConsole();
  const any = { value: '', label: say('filter_any') };
  const chosen = (name: keyof ListFilters, value: string): void => {
    const { [name]: _, ...others } = filters;
    choose(value === '' ? others : { ...others, [name]: value });
  };
  return (
    <fieldset className="filters">
      <legend className="visually-hidden">{say('filters')}</legend>
      <NativeSelect
        label={say('lists_filter_list')}
        value={filters.list ?? ''}
        onChange={({ currentTarget }) => chosen('list', currentTarget.value)}
        data={[any, ...listNames.map((value) => ({ value, label: term('list', value) }))]}
      />
      <NativeSelect
        label={say('lists_filter_kind')}
        value={filters.kind ?? ''}
        onChange={({ currentTarget }) => chosen('kind', currentTarget.value)}
        data={[any, ...fingerprintKinds.map((value) => ({ value, label: term('kind', value) }))]}
      />
    </fieldset>
  );
};

const useLists = (filters: ListFilters) => {
  const { client } = useConsole();
  return useCursorPages({
    queryKey: ['lists', filters],
    read: (cursor, signal) => client.lists(filters, cursor, signal),
    next: (page) => page.next_cursor,
  });
};

/** The entries that the partner blocks and allows. */
export const ListsScreen = () => {
  const { language, say } = useConsole();
  const [filters, choose] = useState<ListFilters>({});
  const [leaving, setLeaving] = useState<ListEntry | null>(null);
  const [said, setSaid] = useState<string | null>(null);
  const query = useLists(filters);
  const entries = query.data?.pages.flatMap(({ data }) => data);
  const damaged = query.data?.pages.reduce((sum, page) => sum + (page.damaged ?? 0), 0) ?? 0;
  const emptyText = (): string => {
    if (query.hasNextPage) return say('lists_none_on_page');
    return say(Object.keys(filters).length === 0 ? 'lists_empty' : 'lists_empty_filtered');
  };
  return (
    <div data-screen="lists">
      <ScreenHeading>{say('lists_title')}</ScreenHeading>
      <p className="quiet">{say('lists_hint')}</p>
      <Filters filters={filters} choose={choose} />
      {entries === undefined && query.error === null && <Loading />}
      {query.error !== null && <ErrorAlert error={query.error} retry={() => void query.refetch()} />}
      <p role="status">
        {said !== null && `${said} `}
        {entries !== undefined &&
          (entries.length === 0 ? emptyText() : say('lists_count', { count: numberIn(language, entries.length) }))}
      </p>
      <DamagedNote count={damaged} text="lists_damaged" />
      {entries !== undefined && entries.length > 0 && <ListTable entries={entries} remove={setLeaving} />}
      <MoreButton query={query}>{say('lists_more')}</MoreButton>
      {leaving !== null && (
        <RemoveEntry
          entry={leaving}
          close={() => setLeaving(null)}
          done={() => {
            setLeaving(null);
            setSaid(say('lists_removed'));
          }}
        />
      )}
    </div>
  );
};
