import { Alert, Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Hold, may, type Review } from '../model/index.ts';
import { ConfirmDialog, Panel } from '../parts/index.ts';
import { useConsole, useMember } from '../state/index.ts';
import { type TextKey, timeIn } from '../texts/index.ts';
import { EraseDialog } from './erase-dialog.tsx';
import { ExportDialog } from './export-dialog.tsx';
import { NoteDialog } from './note-dialog.tsx';

type Props = {
  readonly review: Review;
  readonly refresh: () => Promise<void>;
};

type Open = 'hold' | 'release' | 'erase' | 'export' | 'keep' | null;

/** The calls of the panel; `done` gets what is to be said afterwards. */
const useRetention = ({ refresh, review }: Props, done: (said: TextKey) => void) => {
  const { client } = useConsole();
  const queries = useQueryClient();
  const id = review.profile_id;
  const changed = (said: TextKey) => (held: Review) => {
    queries.setQueryData(['case', id, 'review'], held);
    done(said);
    void refresh();
  };
  const hold = useMutation({
    mutationFn: (note: string) => client.hold(id, note),
    onSuccess: changed('retention_hold_done'),
  });
  const release = useMutation({
    mutationFn: (note: string) => client.releaseHold(id, note),
    onSuccess: changed('retention_release_done'),
  });
  const erase = useMutation({
    mutationFn: () => client.erase(id),
    onSuccess: () => {
      // The person's data go from this page at once, and are not shown again.
      queries.removeQueries({ queryKey: ['case', id] });
      done('retention_erase_done');
      void refresh();
    },
  });
  const keep = useMutation({
    mutationFn: () => client.takeBackErasure(id),
    onSuccess: () => {
      done('retention_keep_done');
      void refresh();
    },
  });
  return { erase, hold, keep, release };
};

const HoldNotice = ({ hold }: { readonly hold: Hold }) => {
  const { language, say, term } = useConsole();
  const actor = hold.by.type === 'reviewer' ? hold.by.id : term('actor', hold.by.type);
  return (
    <Alert variant="default" color="orange" data-held>
      <p>{say('retention_held', { time: timeIn(language, hold.at), actor })}</p>
      {hold.note !== null && <p className="note">{say('retention_hold_note', { note: hold.note })}</p>}
      {hold.by.type === 'operator' && <p>{say('retention_held_by_operator')}</p>}
    </Alert>
  );
};

/** The dialog of what was chosen. */
const OpenDialog = ({
  close,
  open,
  retention,
  review: { profile_id: id, reference },
}: Pick<Props, 'review'> & {
  readonly close: () => void;
  readonly open: Open;
  readonly retention: ReturnType<typeof useRetention>;
}) => {
  const { say } = useConsole();
  if (open === null) return null;
  if (open === 'export') return <ExportDialog close={close} id={id} isOpen />;
  if (open === 'keep')
    return (
      <ConfirmDialog
        title={say('retention_keep_title')}
        verb={say('retention_keep')}
        call={retention.keep}
        close={close}
      >
        <p>{say('retention_keep_text')}</p>
      </ConfirmDialog>
    );
  const common = { close, isOpen: true, isBusy: retention[open].isPending, error: retention[open].error };
  if (open === 'erase') return <EraseDialog {...common} reference={reference} erase={() => retention.erase.mutate()} />;
  return <NoteDialog {...common} verb={open} send={(note) => retention[open].mutate(note)} />;
};

/** The actions on a profile beside deciding: evidence, holds, erasure; for those alone who may do one of it. */
export const RetentionPanel = (props: Props) => {
  const { review } = props;
  const { say } = useConsole();
  const member = useMember();
  const [open, setOpen] = useState<Open>(null);
  const [said, setSaid] = useState<TextKey | null>(null);
  const retention = useRetention(props, (what) => {
    setSaid(what);
    setOpen(null);
  });
  const mayExport = may(member, 'evidence:export');
  const mayErase = may(member, 'profiles:erase');
  const { hold = null, reference } = review;
  const isErased = reference === '';
  const mayKeep = mayErase && !isErased && hold === null && review.erasure_announced_at != null;
  if (!mayExport && !mayErase && hold === null) return null;
  const close = (): void => setOpen(null);
  const button = (what: NonNullable<Open>) => (
    <Button
      variant="default"
      onClick={() => {
        for (const call of [retention.hold, retention.release, retention.erase, retention.keep]) call.reset();
        setOpen(what);
      }}
    >
      {say(`retention_${what}`)}
    </Button>
  );
  return (
    <Panel title={say('retention_title')}>
      {hold !== null && <HoldNotice hold={hold} />}
      <div className="buttons">
        {mayExport && button('export')}
        {mayErase && !isErased && hold === null && button('hold')}
        {mayErase && hold !== null && hold.by.type !== 'operator' && button('release')}
        {mayKeep && button('keep')}
        {mayErase && !isErased && hold === null && button('erase')}
      </div>
      <p role="status" data-retention={said}>
        {said !== null && say(said)}
      </p>
      <OpenDialog open={open} close={close} review={review} retention={retention} />
    </Panel>
  );
};
