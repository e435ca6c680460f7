import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ConfirmDialog } from '../parts/index.ts';
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
      {isOpen && (
        <ConfirmDialog
          title={say('draft_discard_title')}
          verb={say('draft_discard')}
          isHarmful
          call={discard}
          close={() => setOpen(false)}
        >
          <p>{say('draft_discard_text')}</p>
        </ConfirmDialog>
      )}
    </>
  );
};
