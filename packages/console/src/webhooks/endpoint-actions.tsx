import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { WebhookEndpoint } from '../model/index.ts';
import { ErrorAlert } from '../parts/index.ts';
import { useConsole } from '../state/index.ts';
import { ChangeEndpoint } from './change-endpoint.tsx';
import { DeleteEndpoint } from './delete-endpoint.tsx';
import { NewEndpointSecret } from './new-endpoint-secret.tsx';
import { usePingSentence } from './ping-sentence.ts';
import { useNotFoundHandler, useRefresh } from './use-endpoints.ts';

type Props = {
  readonly endpoint: WebhookEndpoint;
  /** The text about a done action. */
  readonly done: (said: string) => void;
  readonly gone: () => void;
};

const useSwitch = ({ done, endpoint: { id, status } }: Props) => {
  const { client, say } = useConsole();
  const refresh = useRefresh();
  const onNotFound = useNotFoundHandler(id);
  const next = status === 'disabled' ? 'enabled' : 'disabled';
  return useMutation({
    mutationFn: () => client.changeEndpoint(id, { status: next }),
    onSuccess: () => {
      refresh();
      done(say(`webhooks_is_${next}`));
    },
    onError: onNotFound,
  });
};

const usePing = ({ done, endpoint: { id } }: Props) => {
  const { client } = useConsole();
  const refresh = useRefresh();
  const onNotFound = useNotFoundHandler(id);
  const sentence = usePingSentence();
  return useMutation({
    mutationFn: () => client.pingEndpoint(id),
    onSuccess: ({ ping }) => {
      refresh();
      done(sentence(ping));
    },
    onError: onNotFound,
  });
};

/** The possible actions on an endpoint. */
export const EndpointActions = (props: Props) => {
  const { done, endpoint, gone } = props;
  const { drafts, say } = useConsole();
  const [open, setOpen] = useState<'change' | 'secret' | 'delete' | null>(null);
  const toggle = useSwitch(props);
  const ping = usePing(props);
  const close = (): void => setOpen(null);
  const error = toggle.error ?? ping.error;
  const isBusy = toggle.isPending || ping.isPending;
  const button = (verb: 'change' | 'secret' | 'delete') => (
    <Button variant="default" onClick={() => setOpen(verb)}>
      {say(`webhooks_${verb}`)}
    </Button>
  );
  return (
    <>
      {endpoint.status === 'unverified' && <p>{say('webhooks_verify_hint')}</p>}
      <div className="buttons">
        {button('change')}
        <Button variant="default" disabled={isBusy} onClick={() => ping.mutate()}>
          {say('webhooks_ping')}
        </Button>
        {endpoint.status !== 'unverified' && (
          <Button variant="default" disabled={isBusy} onClick={() => toggle.mutate()}>
            {say(endpoint.status === 'disabled' ? 'webhooks_enable' : 'webhooks_disable')}
          </Button>
        )}
        {button('secret')}
        {button('delete')}
        {open === null && drafts.endpoints.read(endpoint.id) !== null && <span>{say('form_kept')}</span>}
      </div>
      {error !== null && <ErrorAlert error={error} missing="webhooks_missing" />}
      {open === 'change' && <ChangeEndpoint endpoint={endpoint} close={close} done={done} />}
      {open === 'secret' && <NewEndpointSecret endpoint={endpoint} close={close} />}
      {open === 'delete' && <DeleteEndpoint endpoint={endpoint} close={close} gone={gone} />}
    </>
  );
};
