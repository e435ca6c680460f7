import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ClientAction, MachineClient } from '../model/index.ts';
import { ErrorAlert, Loading, ScreenHeading } from '../parts/index.ts';
import { newForm, useConsole } from '../state/index.ts';
import { numberIn } from '../texts/index.ts';
import { ClientTable } from './client-table.tsx';
import { NewClient } from './new-client.tsx';
import { RotateClient } from './rotate-client.tsx';
import { SwitchClient } from './switch-client.tsx';
import { useClients } from './use-clients.ts';

type Opened = { readonly action: ClientAction; readonly client: MachineClient };

/** The servers of the partner that may ask for tokens. */
export const ClientsScreen = () => {
  const { drafts, language, say } = useConsole();
  const [isNew, setNew] = useState(false);
  const [opened, setOpened] = useState<Opened | null>(null);
  const [said, setSaid] = useState<string | null>(null);
  const { data, error, refetch } = useClients();
  const clients = data?.data;
  const close = (): void => setOpened(null);
  const done = (sentence: string): void => {
    close();
    setSaid(sentence);
  };
  return (
    <div data-screen="clients">
      <ScreenHeading>{say('clients_title')}</ScreenHeading>
      <p className="quiet">{say('clients_hint')}</p>
      <div className="line filters">
        <Button onClick={() => setNew(true)}>{say('clients_new')}</Button>
        {!isNew && drafts.clients.read(newForm) !== null && <span>{say('form_kept')}</span>}
      </div>
      {error !== null && <ErrorAlert error={error} retry={() => void refetch()} />}
      {clients === undefined && error === null && <Loading />}
      <p role="status" data-said={said !== null}>
        {said !== null && `${said} `}
        {clients !== undefined && say('clients_count', { count: numberIn(language, clients.length) })}
      </p>
      {clients !== undefined && clients.length > 0 && (
        <ClientTable clients={clients} open={(action, client) => setOpened({ action, client })} />
      )}
      {isNew && <NewClient close={() => setNew(false)} />}
      {opened?.action === 'rotate' && <RotateClient client={opened.client} close={close} />}
      {opened !== null && opened.action !== 'rotate' && (
        <SwitchClient client={opened.client} verb={opened.action} close={close} done={done} />
      )}
    </div>
  );
};
