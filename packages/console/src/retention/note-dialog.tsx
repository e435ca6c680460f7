import { Button, Textarea } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { noteFaultOf } from '../model/index.ts';
import { Dialog, ErrorAlert } from '../parts/index.ts';
import { useConsole } from '../state/index.ts';

type Props = {
  readonly verb: 'hold' | 'release';
  readonly isOpen: boolean;
  readonly isBusy: boolean;
  readonly error: unknown;
  readonly close: () => void;
  readonly send: (note: string) => void;
};

/** Asks before a hold is set or released. To set one takes a note; nothing is sent before the button is pressed. */
export const NoteDialog = ({ close, error, isBusy, isOpen, send, verb }: Props) => {
  const { say } = useConsole();
  const [note, setNote] = useState('');
  const [wasTried, setWasTried] = useState(false);
  const fault = noteFaultOf(note, verb === 'hold');
  const submitted = (event: FormEvent): void => {
    event.preventDefault();
    setWasTried(true);
    if (fault === null) send(note);
  };
  return (
    <Dialog isOpen={isOpen} close={close} title={say(`retention_${verb}_title`)}>
      <form onSubmit={submitted} className="form" noValidate>
        <p>{say(`retention_${verb}_text`)}</p>
        <Textarea
          label={say('retention_note')}
          value={note}
          onChange={({ currentTarget }) => setNote(currentTarget.value)}
          error={wasTried && fault !== null ? say(fault) : null}
          rows={3}
          data-autofocus
        />
        {error !== null && <ErrorAlert error={error} />}
        <div className="buttons">
          <Button type="submit" disabled={isBusy}>
            {say(`retention_${verb}`)}
          </Button>
          <Button variant="default" onClick={close}>
            {say('cancel')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
};
