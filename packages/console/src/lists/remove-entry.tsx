import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ListEntry } from '../model/index.ts';
import { ConfirmDialog } from '../parts/index.ts';
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
    <ConfirmDialog title={say('lists_remove_title')} verb={say('lists_remove')} isHarmful call={remove} close={close}>
      <p>{say('lists_remove_text', { kind: term('kind', entry.kind), list: term('list', entry.list) })}</p>
      {entry.note !== null && <p className="note">{entry.note}</p>}
    </ConfirmDialog>
  );
};
