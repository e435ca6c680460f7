import { Button, NativeSelect, Textarea } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { type FingerprintKind, fingerprintKinds, type ListAddition, type ListName, listNames } from '../model/index.ts';
import { ErrorAlert } from '../parts/index.ts';
import { useConsole } from '../state/index.ts';

type Props = {
  readonly id: string;
  readonly done: (added: ListAddition) => void;
  readonly cancel: () => void;
};

const maxNote = 2000;

const useAddition = ({ done, id }: Props) => {
  const { client } = useConsole();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: client.addToList,
    onSuccess: (_, addition) => {
      void queries.invalidateQueries({ queryKey: ['case', id, 'duplicates'] });
      void queries.invalidateQueries({ queryKey: ['lists'] });
      done(addition);
    },
    gcTime: 0,
  });
};

/** Puts what a case has shown on a list, with a note. Nothing is sent before the button is pressed. */
export const ListForm = (props: Props) => {
  const { say, term } = useConsole();
  const [kind, setKind] = useState<FingerprintKind>('document');
  const [list, setList] = useState<ListName>('blocked');
  const [note, setNote] = useState('');
  const [wasTried, setWasTried] = useState(false);
  const add = useAddition(props);
  const isMissing = note.trim() === '';
  const submitted = (event: FormEvent): void => {
    event.preventDefault();
    setWasTried(true);
    if (!isMissing) add.mutate({ list, kind, profile_id: props.id, note: note.trim() });
  };
  const verbs = { blocked: say('seen_add_block'), allowed: say('seen_add_allow') };
  return (
    <form onSubmit={submitted} className="form" noValidate>
      <p>{say('seen_add_hint')}</p>
      <NativeSelect
        label={say('seen_add_list')}
        value={list}
        onChange={({ currentTarget }) => setList(listNames.find((one) => one === currentTarget.value) ?? 'blocked')}
        data={listNames.map((value) => ({ value, label: verbs[value] }))}
      />
      <NativeSelect
        label={say('seen_add_what')}
        value={kind}
        onChange={({ currentTarget }) =>
          setKind(fingerprintKinds.find((one) => one === currentTarget.value) ?? 'document')
        }
        data={fingerprintKinds.map((value) => ({ value, label: term('kind', value) }))}
      />
      <Textarea
        label={say('seen_add_note')}
        description={say('seen_add_note_hint')}
        required
        error={wasTried && isMissing ? say('seen_add_note_needed') : null}
        maxLength={maxNote}
        rows={4}
        value={note}
        onChange={({ currentTarget }) => setNote(currentTarget.value)}
        autoComplete="off"
      />
      {add.error !== null && <ErrorAlert error={add.error} />}
      <div className="buttons">
        <Button type="submit" disabled={add.isPending} color={list === 'blocked' ? 'red.9' : 'blue.8'}>
          {say('seen_add_send')}
        </Button>
        <Button variant="default" onClick={props.cancel}>
          {say('cancel')}
        </Button>
      </div>
    </form>
  );
};
