import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useConsole } from '../state/index.ts';
import type { TextKey } from '../texts/index.ts';
import { ErrorAlert } from './error-alert.tsx';

type Props = {
  /** What the button says that does it. */
  readonly verb: string;
  /** Whether it takes something away. */
  readonly isHarmful?: boolean;
  readonly isBusy: boolean;
  readonly error: unknown;
  readonly act: () => void;
  readonly close: () => void;
  /** What is said where what it is about is no longer there. */
  readonly missing?: TextKey;
  readonly children: ReactNode;
};

/** What a dialog asks before something is done. Nothing is sent before the button is pressed. */
export const Confirmation = ({ act, children, close, error, isBusy, isHarmful = false, missing, verb }: Props) => {
  const { say } = useConsole();
  return (
    <div className="form">
      {children}
      {error !== null && <ErrorAlert error={error} {...(missing !== undefined && { missing })} />}
      <div className="buttons">
        <Button color={isHarmful ? 'red.9' : 'blue.8'} disabled={isBusy} onClick={act}>
          {verb}
        </Button>
        <Button variant="default" disabled={isBusy} onClick={close}>
          {say('cancel')}
        </Button>
      </div>
    </div>
  );
};
