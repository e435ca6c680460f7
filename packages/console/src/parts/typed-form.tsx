import { Button } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useConsole } from '../state/index.ts';

type Props<Fault> = {
  /** The faults that keep the form from being sent. */
  readonly faults: readonly Fault[];
  /** The text of the button that sends it. */
  readonly verb: string;
  readonly isBusy: boolean;
  readonly send: () => void;
  readonly cancel: () => void;
  /** Draws the fields. It is given the faults to show: none before somebody has tried to send the form. */
  readonly children: (shown: readonly Fault[]) => ReactNode;
};

/** A form that somebody types. Nothing is sent before its button is pressed, nor while it has faults. */
export const TypedForm = <Fault,>({ cancel, children, faults, isBusy, send, verb }: Props<Fault>) => {
  const { say } = useConsole();
  const [wasTried, setWasTried] = useState(false);
  const submitted = (event: FormEvent): void => {
    event.preventDefault();
    setWasTried(true);
    if (faults.length === 0) send();
  };
  return (
    <form onSubmit={submitted} className="form" noValidate>
      {children(wasTried ? faults : [])}
      <div className="buttons">
        <Button type="submit" disabled={isBusy}>
          {verb}
        </Button>
        <Button variant="default" disabled={isBusy} onClick={cancel}>
          {say('cancel')}
        </Button>
      </div>
    </form>
  );
};
