import { Anchor, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Duplicates, fragmentOf, may } from '../model/index.ts';
import { Dialog, ErrorAlert, Loading, Panel, StatusTag } from '../parts/index.ts';
import { useConsole, useMember } from '../state/index.ts';
import { numberIn } from '../texts/index.ts';
import { ListForm } from './list-form.tsx';

/** The highest number of other profiles that the service answers. */
const most = 20;

const OtherCases = ({ data }: Pick<Duplicates, 'data'>) => {
  const { language, say, term } = useConsole();
  if (data.length === 0) return <p className="quiet">{say('seen_none')}</p>;
  return (
    <>
      <p>{say('seen_intro')}</p>
      <ul className="seen">
        {data.map(({ kinds, review }) => (
          <li key={review.profile_id} data-seen={review.profile_id}>
            <Anchor href={fragmentOf({ name: 'case', id: review.profile_id })}>{review.reference}</Anchor>{' '}
            <StatusTag status={review.status} />{' '}
            <span>{say('seen_same', { kinds: kinds.map((kind) => term('kind', kind)).join(', ') })}</span>
          </li>
        ))}
      </ul>
      {data.length >= most && <p className="quiet">{say('seen_most', { count: numberIn(language, most) })}</p>}
    </>
  );
};

/** Puts what the case has shown on a list of the partner, for those who look after it. */
const AddToList = ({ id }: { readonly id: string }) => {
  const { say, term } = useConsole();
  const [isOpen, setOpen] = useState(false);
  const [said, setSaid] = useState<string | null>(null);
  const close = (): void => setOpen(false);
  return (
    <>
      <Button size="xs" variant="default" onClick={() => setOpen(true)}>
        {say('seen_add')}
      </Button>
      <p role="status" data-listed={said !== null}>
        {said}
      </p>
      <Dialog isOpen={isOpen} close={close} title={say('seen_add_title')}>
        <ListForm
          id={id}
          cancel={close}
          done={({ kind, list }) => {
            setSaid(say('seen_added', { kind: term('kind', kind), list: term('list', list) }));
            close();
          }}
        />
      </Dialog>
    </>
  );
};

/** The other cases that have shown the same, and what of it is on a list now. */
export const DuplicatesPanel = ({ id }: { readonly id: string }) => {
  const { client, say, term } = useConsole();
  const member = useMember();
  const { data, error, refetch } = useQuery({
    queryKey: ['case', id, 'duplicates'],
    queryFn: ({ signal }) => client.duplicates(id, signal),
  });
  return (
    <Panel title={say('seen_title')}>
      {data === undefined && error === null && <Loading />}
      {error !== null && <ErrorAlert error={error} retry={() => void refetch()} />}
      {data !== undefined && (
        <>
          {data.lists.map(({ kind, list }) => (
            <p key={`${kind} ${list}`} data-list={list}>
              <strong>{say('seen_on_list', { kind: term('kind', kind), list: term('list', list) })}</strong>
            </p>
          ))}
          <OtherCases data={data.data} />
        </>
      )}
      {may(member, 'lists:manage') && <AddToList id={id} />}
    </Panel>
  );
};
