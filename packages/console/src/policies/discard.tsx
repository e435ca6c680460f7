import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Dialog, ErrorAlert } from '../parts/index.ts';
import { useConsole } from '../state/index.ts';

type Props<Closed> = {
  readonly discard: () => Promise<Closed>;
  readonly accept: (closed: Closed) => void;
};

/** Asks before a draft is discarded. */
export const Discard = <Closed,>({ accept, discard: close }: Props<Closed>) => {
  const { say } = useConsole();
  const [isOpen, setOpen] = useState(false);
  const discard = useMutation({
    mutationFn: close,
    onSuccess: (changed) => {
      setOpen(false);
      accept(changed);
    },
  });
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        {say('draft_discard')}
      </Button>
      <Dialog isOpen={isOpen} close={() => setOpen(false)} title={say('draft_discard_title')}>
        <p>{say('draft_discard_text')}</p>
        {discard.error !== null && <ErrorAlert error={discard.error} />}
        <div className="buttons">
          <Button color="red.9" disabled={discard.isPending} onClick={() => discard.mutate()}>
            {say('draft_discard')}
          </Button>
          <Button variant="default" onClick={() => setOpen(false)}>
            {say('cancel')}
          </Button>
        </div>
      </Dialog>
    </>
  );
};
