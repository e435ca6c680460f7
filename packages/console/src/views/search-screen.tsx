import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { type ReviewList, type SearchKind, type SearchTerm, searchKinds, searchKindsOf } from '../model/index.ts';
import { DamagedNote, ErrorAlert, ScreenHeading } from '../parts/index.ts';
import { useConsole, useMember } from '../state/index.ts';
import { type Language, numberIn, type Say, type TextKey } from '../texts/index.ts';
import { ReviewTable } from './review-table.tsx';

const searchTermOf = (kind: SearchKind, value: string): SearchTerm => {
  switch (kind) {
    case 'reference':
      return { reference: value };
    case 'profile_id':
      return { profile_id: value };
    case 'document_number':
      return { document_number: value };
    case 'name':
      return { name: value };
  }
};

/** The profiles that a search does not find, where that is not plain. */
const notes: { readonly [Of in SearchKind]?: TextKey } = {
  document_number: 'search_note_document',
  name: 'search_note_name',
};

/** The findings on a term so far. */
type Found = ReviewList & { readonly term: SearchTerm };

type Search = { readonly term: SearchTerm; readonly before: Found | null };

/** The text about a term that the service does not take, as one that is too short. */
const invalidOf = ({ term }: Search): TextKey => {
  const kind = searchKinds.find((one) => one in term) ?? 'reference';
  return `search_invalid_${kind}`;
};

const together = (before: Found | null, term: SearchTerm, page: ReviewList): Found => ({
  term,
  data: [...(before?.data ?? []), ...page.data],
  looked: (before?.looked ?? 0) + page.looked,
  damaged: (before?.damaged ?? 0) + (page.damaged ?? 0),
  next_cursor: page.next_cursor,
});

/** How many were found, and among how many, where there are more to look at. */
const resultOf = ({ data, looked, next_cursor: next }: Found, language: Language, say: Say): string => {
  const count = numberIn(language, data.length);
  const found = data.length === 0 ? say('search_nothing') : say('search_found', { count });
  return next === null ? found : `${found} ${say('search_looked', { count: numberIn(language, looked) })}`;
};

const useSearch = () => {
  const { client } = useConsole();
  const [found, setFound] = useState<Found | null>(null);
  const search = useMutation({
    mutationFn: ({ before, term }: Search) => client.search(term, before?.next_cursor ?? null),
    onMutate: ({ before }: Search) => setFound(before),
    onSuccess: (page, { before, term }) => setFound(together(before, term, page)),
    gcTime: 0,
  });
  return { found, search };
};

/** Finds cases of any status. The term is sent in a body, and is in no address. */
export const SearchScreen = () => {
  const { language, say } = useConsole();
  const member = useMember();
  const [kind, setKind] = useState<SearchKind>('reference');
  const [value, setValue] = useState('');
  const { found, search } = useSearch();
  const offered = searchKindsOf(member);
  const note = notes[kind];
  const submitted = (event: FormEvent): void => {
    event.preventDefault();
    if (value.trim() !== '') search.mutate({ term: searchTermOf(kind, value.trim()), before: null });
  };
  return (
    <div data-screen="search">
      <ScreenHeading>{say('search_title')}</ScreenHeading>
      <search>
        <form onSubmit={submitted} className="filters">
          <NativeSelect
            label={say('search_kind')}
            value={kind}
            onChange={({ currentTarget }) =>
              setKind(searchKinds.find((one) => one === currentTarget.value) ?? 'reference')
            }
            data={offered.map((one) => ({ value: one, label: say(`search_${one}`) }))}
          />
          <TextInput
            label={say('search_value')}
            value={value}
            onChange={({ currentTarget }) => setValue(currentTarget.value)}
            autoComplete="off"
            spellCheck={false}
            required
            {...(note !== undefined && { 'aria-describedby': 'search-note' })}
          />
          <Button type="submit" disabled={search.isPending}>
            {say('search_submit')}
          </Button>
        </form>
      </search>
      {note !== undefined && (
        <p id="search-note" className="quiet">
          {say(note)}
        </p>
      )}
      {search.error !== null && <ErrorAlert error={search.error} invalid={invalidOf(search.variables)} />}
      <p role="status">{found !== null && !search.isPending && resultOf(found, language, say)}</p>
      {found !== null && found.data.length > 0 && <ReviewTable reviews={found.data} caption={say('search_title')} />}
      <DamagedNote count={found?.damaged} text="cases_damaged" />
      {found !== null && found.next_cursor !== null && (
        <Button
          variant="default"
          disabled={search.isPending}
          onClick={() => search.mutate({ term: found.term, before: found })}
        >
          {say('queue_look_further')}
        </Button>
      )}
    </div>
  );
};
