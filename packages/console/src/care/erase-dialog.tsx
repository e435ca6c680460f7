import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { Dialog, Trouble } from '../parts/index.ts';
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
    <Dialog isOpen={isOpen} close={close} title={say('care_erase_title')}>
      <form onSubmit={submitted} className="form" noValidate>
        <p>
          <strong>{say('care_erase_text')}</strong>
        </p>
        <dl>
          <dt>{say('care_erase_goes')}</dt>
          <dd>{say('care_erase_goes_list')}</dd>
          <dt>{say('care_erase_stays')}</dt>
          <dd>{say('care_erase_stays_list')}</dd>
        </dl>
        <TextInput
          label={say('care_erase_reference')}
          description={say('care_erase_type', { reference })}
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          error={wasTried && !isRight ? say('care_erase_other') : null}
          autoComplete="off"
          spellCheck={false}
          data-autofocus
        />
        {error !== null && <Trouble error={error} />}
        <div className="buttons">
          <Button type="submit" color="red.9" disabled={isBusy}>
            {say('care_erase')}
          </Button>
          <Button variant="default" onClick={close}>
            {say('cancel')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
};
