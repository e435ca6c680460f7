import { Alert, Button, TextInput } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useConsole } from '../state/index.ts';

type Props = {
  readonly secret: string;
  readonly close: () => void;
  /** Other texts about it. */
  readonly children: ReactNode;
};

/**
 * A secret that the service says once. It is in the dialog alone, and gone with it; a copy is in the clipboard of the
 * reader's machine. The button to copy it gets the focus, since what had it is no longer there.
 */
export const OneTimeSecret = ({ children, close, secret }: Props) => {
  const { say } = useConsole();
  const [copied, setCopied] = useState<'done' | 'failed' | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(secret);
      setCopied('done');
    } catch {
      setCopied('failed'); // The browser has no clipboard for this page, or its user has refused.
    }
  };
  return (
    <div className="form" data-one-time-secret>
      <Alert color="orange" variant="default" role="alert">
        {say('secret_once')}
      </Alert>
      <TextInput
        label={say('secret_label')}
        value={secret}
        readOnly
        classNames={{ input: 'codes' }}
        onFocus={({ currentTarget }) => currentTarget.select()}
        autoComplete="off"
        spellCheck={false}
      />
      {children}
      <div className="buttons">
        <Button ref={button} onClick={() => void copy()}>
          {say('secret_copy')}
        </Button>
        <Button variant="default" onClick={close}>
          {say('secret_done')}
        </Button>
        <span role="status" className="quiet">
          {copied !== null && say(`secret_copy_${copied}`)}
        </span>
      </div>
    </div>
  );
};
