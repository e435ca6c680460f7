import { Alert, Button } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import type { ClientSecret } from '../model/index.ts';
import { Facts, OneTimeSecret } from '../parts/index.ts';
import { useConsole } from '../state/index.ts';
import type { TextKey } from '../texts/index.ts';

type Props = {
  readonly answer: ClientSecret;
  /** The text where the secret was in an answer that did not arrive. */
  readonly lost: TextKey;
  readonly close: () => void;
  /** Other texts about the secret. */
  readonly children?: ReactNode;
};

/** The button gets the focus, since what had it is no longer there. */
const SecretLost = ({ children, close, lost }: Omit<Props, 'answer'>) => {
  const { say } = useConsole();
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  return (
    <div className="form">
      <Alert color="orange" variant="default" role="alert">
        {say(lost)}
      </Alert>
      {children}
      <div className="buttons">
        <Button ref={button} onClick={close}>
          {say('close')}
        </Button>
      </div>
    </div>
  );
};

/** The secret of a client, or that it was in an earlier answer: the service keeps it nowhere. */
export const OneTimeClientSecret = ({ answer, children, close, lost }: Props) => {
  const { say } = useConsole();
  const { client, client_secret: secret } = answer;
  const said = (
    <>
      <Facts facts={[[say('clients_id'), client.id]]} />
      {children}
    </>
  );
  return secret === null ? (
    <SecretLost close={close} lost={lost}>
      {said}
    </SecretLost>
  ) : (
    <OneTimeSecret secret={secret} close={close}>
      {said}
    </OneTimeSecret>
  );
};
