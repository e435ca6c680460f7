import { Button } from '@mantine/core';
import { useState } from 'react';
import { DamagedNote, ErrorAlert, Loading, ScreenHeading } from '../parts/index.ts';
import { newForm, useConsole } from '../state/index.ts';
import { numberIn } from '../texts/index.ts';
import { EndpointTable } from './endpoint-table.tsx';
import { NewEndpoint } from './new-endpoint.tsx';
import { useEndpointHealth, useEndpoints } from './use-endpoints.ts';

/** Where the events of the partner are sent. */
export const EndpointsScreen = () => {
  const { drafts, language, say } = useConsole();
  const [isOpen, setOpen] = useState(false);
  const { data: listed, error, refetch } = useEndpoints();
  const data = listed?.data;
  const health = useEndpointHealth();
  return (
    <div data-screen="webhooks">
      <ScreenHeading>{say('webhooks_title')}</ScreenHeading>
      <p className="quiet">{say('webhooks_hint')}</p>
      <div className="line filters">
        <Button onClick={() => setOpen(true)}>{say('webhooks_new')}</Button>
        {!isOpen && drafts.endpoints.read(newForm) !== null && <span>{say('form_kept')}</span>}
      </div>
      {error !== null && <ErrorAlert error={error} retry={() => void refetch()} />}
      {data === undefined && error === null && <Loading />}
      {data !== undefined && (
        <p role="status">
          {data.length === 0 ? say('webhooks_none') : say('webhooks_count', { count: numberIn(language, data.length) })}
        </p>
      )}
      <DamagedNote count={listed?.damaged} text="webhooks_damaged" />
      {data !== undefined && data.length > 0 && <EndpointTable endpoints={data} health={health} />}
      {isOpen && <NewEndpoint close={() => setOpen(false)} />}
    </div>
  );
};
