import { Button } from '@mantine/core';
import { Dialog, ErrorAlert } from '../parts/index.ts';
import { useConsole } from '../state/index.ts';

type Props = {
  readonly isOpen: boolean;
  readonly isBusy: boolean;
  readonly error: unknown;
  readonly close: () => void;
  readonly keep: () => void;
};

/** Asks before an erasure is taken back that the policy has announced. */
export const KeepDialog = ({ close, error, isBusy, isOpen, keep }: Props) => {
  const { say } = useConsole();
  return (
    <Dialog isOpen={isOpen} close={close} title={say('retention_keep_title')}>
      <div className="form">
        <p>{say('retention_keep_text')}</p>
        {error !== null && <ErrorAlert error={error} />}
        <div className="buttons">
          <Button disabled={isBusy} onClick={keep}>
            {say('retention_keep')}
          </Button>
          <Button variant="default" onClick={close}>
            {say('cancel')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
};
