import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { Dialog, ErrorAlert } from '../parts/index.ts';
import { useConsole } from '../state/index.ts';

type Props = {
  readonly reference: string;
  readonly isOpen: boolean;
  readonly isBusy: boolean;
  readonly error: unknown;
  readonly close: () => void;
  readonly erase: () => void;
};

/** Says what goes and what stays, and asks for the reference: nobody erases the case of the tab beside this one. */
export const EraseDialog = ({ close, erase, error, isBusy, isOpen, reference }: Props) => {
  const { say } = useConsole();
  const [typed, setTyped] = useState('');
  const [wasTried, setWasTried] = useState(false);
  const isRight = typed.trim() === reference;
  const submitted = (event: FormEvent): void => {
    event.preventDefault();
    setWasTried(true);
    if (isRight) erase();
  };
  return (
    <Dialog isOpen={isOpen} close={close} title={say('retention_erase_title')}>
      <form onSubmit={submitted} className="form" noValidate>
        <p>
          <strong>{say('retention_erase_text')}</strong>
        </p>
        <dl>
          <dt>{say('retention_erase_goes')}</dt>
          <dd>{say('retention_erase_goes_list')}</dd>
          <dt>{say('retention_erase_stays')}</dt>
          <dd>{say('retention_erase_stays_list')}</dd>
        </dl>
        <TextInput
          label={say('retention_erase_reference')}
          description={say('retention_erase_type', { reference })}
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          error={wasTried && !isRight ? say('retention_erase_other') : null}
          autoComplete="off"
          spellCheck={false}
          data-autofocus
        />
        {error !== null && <ErrorAlert error={error} />}
        <div className="buttons">
          <Button type="submit" color="red.9" disabled={isBusy}>
            {say('retention_erase')}
          </Button>
          <Button variant="default" onClick={close}>
            {say('cancel')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
};
