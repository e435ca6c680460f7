import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ListEntry } from '../model/index.ts';
import { Dialog, ErrorAlert } from '../parts/index.ts';
import { useConsole } from '../state/index.ts';

type Props = {
  readonly entry: ListEntry;
  readonly close: () => void;
  readonly done: () => void;
};

/** Asks before an entry is taken off. */
export const RemoveEntry = ({ close, done, entry }: Props) => {
  const { client, say, term } = useConsole();
  const queries = useQueryClient();
  const remove = useMutation({
    mutationFn: () => client.removeFromList(entry.id),
    onSuccess: () => {
      for (const key of ['lists', 'case']) void queries.invalidateQueries({ queryKey: [key] });
      done();
    },
  });
  return (
    <Dialog isOpen close={close} title={say('lists_remove_title')}>
      <p>{say('lists_remove_text', { kind: term('kind', entry.kind), list: term('list', entry.list) })}</p>
      {entry.note !== null && <p className="note">{entry.note}</p>}
      {remove.error !== null && <ErrorAlert error={remove.error} />}
      <div className="buttons">
        <Button color="red.9" disabled={remove.isPending} onClick={() => remove.mutate()}>
          {say('lists_remove')}
        </Button>
        <Button variant="default" onClick={close}>
          {say('cancel')}
        </Button>
      </div>
    </Dialog>
  );
};
