import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { may } from '../model/index.ts';
import { ScreenHeading, Trouble } from '../parts/index.ts';
import type { SearchTerm } from '../service/index.ts';
import { useMember, useSurroundings } from '../state/index.ts';
import { numberIn } from '../texts/index.ts';
import { ReviewTable } from './review-table.tsx';

const kinds = ['reference', 'profile_id', 'document_number'] as const;
type Kind = (typeof kinds)[number];

const termOf = (kind: Kind, value: string): SearchTerm => {
  switch (kind) {
    case 'reference':
      return { reference: value };
    case 'profile_id':
      return { profile_id: value };
    case 'document_number':
      return { document_number: value };
  }
};

/** Finds cases of any status. What is looked for is sent in a body, and is in no address. */
export const SearchScreen = () => {
  const { client, language, say } = useSurroundings();
  const member = useMember();
  const [kind, setKind] = useState<Kind>('reference');
  const [value, setValue] = useState('');
  const search = useMutation({ mutationFn: client.search, gcTime: 0 });
  const offered = kinds.filter((one) => one !== 'document_number' || may(member, 'persons:read'));
  const submitted = (event: FormEvent): void => {
    event.preventDefault();
    if (value.trim() !== '') search.mutate(termOf(kind, value.trim()));
  };
  const found = search.data?.data;
  return (
    <div data-screen="search">
      <ScreenHeading>{say('search_title')}</ScreenHeading>
      <search>
        <form onSubmit={submitted} className="filters">
          <NativeSelect
            label={say('search_kind')}
            value={kind}
            onChange={({ currentTarget }) => setKind(kinds.find((one) => one === currentTarget.value) ?? 'reference')}
            data={offered.map((one) => ({ value: one, label: say(`search_${one}`) }))}
          />
          <TextInput
            label={say('search_value')}
            value={value}
            onChange={({ currentTarget }) => setValue(currentTarget.value)}
            autoComplete="off"
            spellCheck={false}
            required
          />
          <Button type="submit" disabled={search.isPending}>
            {say('search_submit')}
          </Button>
        </form>
      </search>
      {search.error !== null && <Trouble error={search.error} />}
      <p role="status">
        {found !== undefined &&
          (found.length === 0
            ? say('search_nothing')
            : say('search_found', { count: numberIn(language, found.length) }))}
      </p>
      {found !== undefined && found.length > 0 && <ReviewTable reviews={found} caption={say('search_title')} />}
    </div>
  );
};
