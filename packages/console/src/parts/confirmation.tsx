import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useConsole } from '../state/index.ts';
import type { TextKey } from '../texts/index.ts';
import { Dialog } from './dialog.tsx';
import { ErrorAlert } from './error-alert.tsx';

type Props = {
  /** The text of the button that does it. */
  readonly verb: string;
  /** Whether it takes something away. */
  readonly isHarmful?: boolean;
  readonly call: { readonly isPending: boolean; readonly error: unknown; readonly mutate: () => void };
  readonly close: () => void;
  /** The text where its subject is no longer there. */
  readonly missing?: TextKey;
  readonly children: ReactNode;
};

/** The question of a dialog before something is done. Nothing is sent before the button is pressed. */
export const Confirmation = ({ call, children, close, isHarmful = false, missing, verb }: Props) => {
  const { say } = useConsole();
  return (
    <div className="form">
      {children}
      {call.error !== null && <ErrorAlert error={call.error} {...(missing !== undefined && { missing })} />}
      <div className="buttons">
        <Button color={isHarmful ? 'red.9' : 'blue.8'} disabled={call.isPending} onClick={() => call.mutate()}>
          {verb}
        </Button>
        <Button variant="default" disabled={call.isPending} onClick={close}>
          {say('cancel')}
        </Button>
      </div>
    </div>
  );
};

/** A dialog of one question. */
export const ConfirmDialog = ({ title, ...asked }: Props & { readonly title: string }) => (
  <Dialog isOpen close={asked.close} title={title}>
    <Confirmation {...asked} />
  </Dialog>
);
