import { Anchor } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { hostOf, type WebhookEndpoint, type WebhookReplay } from '../model/index.ts';
import { ErrorAlert, Facts, Loading, Panel, ScreenHeading } from '../parts/index.ts';
import { goTo, useConsole } from '../state/index.ts';
import { numberIn, timeIn } from '../texts/index.ts';
import { DeadLettersPanel } from './dead-letters-panel.tsx';
import { DeliveriesPanel } from './deliveries-panel.tsx';
import { EndpointActions } from './endpoint-actions.tsx';
import { EndpointTag } from './endpoint-tag.tsx';
import { useEndpoint, useNotFoundHandler, useRefresh } from './use-endpoints.ts';

const Settings = ({ endpoint }: { readonly endpoint: WebhookEndpoint }) => {
  const { language, say } = useConsole();
  const { created_at: created, description, old_secret_ends_at: earlier, types, url, verified_at: verified } = endpoint;
  const time = (at: string | null): string => (at === null ? '–' : timeIn(language, at));
  return (
    <Facts
      facts={[
        [say('webhooks_url'), url],
        [say('webhooks_description'), description ?? '–'],
        [say('webhooks_events'), types === null ? say('webhooks_all_events') : types.join(', ')],
        [say('webhooks_verified'), time(verified)],
        [say('webhooks_created'), time(created)],
        [say('webhooks_changed'), time(endpoint.updated_at)],
        ...(earlier === null ? [] : [[say('webhooks_earlier_secret'), time(earlier)] as const]),
      ]}
    />
  );
};

/** Sends events once more, and says how many. */
const useReplay = (id: string, done: (said: string) => void) => {
  const { client, language, say } = useConsole();
  const refresh = useRefresh();
  const onNotFound = useNotFoundHandler(id);
  return useMutation({
    mutationFn: (what: WebhookReplay) => client.replayDeliveries(id, what),
    onSuccess: ({ events }) => {
      refresh();
      done(say('webhooks_replayed', { count: numberIn(language, events) }));
    },
    onError: onNotFound,
  });
};

const EndpointDetails = ({ endpoint }: { readonly endpoint: WebhookEndpoint }) => {
  const { say } = useConsole();
  const [said, setSaid] = useState<string | null>(null);
  const replay = useReplay(endpoint.id, setSaid);
  return (
    <>
      <Panel title={say('webhooks_settings')} side={<EndpointTag endpoint={endpoint} />}>
        <Settings endpoint={endpoint} />
        <EndpointActions endpoint={endpoint} done={setSaid} gone={() => goTo({ name: 'webhooks' })} />
      </Panel>
      <p role="status" data-said={said !== null}>
        {said}
      </p>
      {replay.error !== null && <ErrorAlert error={replay.error} missing="webhooks_missing" />}
      <DeadLettersPanel id={endpoint.id} isBusy={replay.isPending} replay={replay.mutate} />
      <DeliveriesPanel id={endpoint.id} isBusy={replay.isPending} replay={replay.mutate} />
    </>
  );
};

/** One endpoint: what it gets, what became of it, and what may be done to it. */
export const EndpointScreen = ({ id }: { readonly id: string }) => {
  const { say } = useConsole();
  const { data, error, refetch } = useEndpoint(id);
  return (
    <div data-screen="webhook" className="column">
      <Anchor href="#/webhooks">{say('webhooks_back')}</Anchor>
      <ScreenHeading>
        {data === undefined ? say('webhooks_endpoint') : say('webhooks_endpoint_of', { host: hostOf(data.url) })}
      </ScreenHeading>
      {error !== null && <ErrorAlert error={error} retry={() => void refetch()} missing="webhooks_missing" />}
      {data === undefined && error === null && <Loading />}
      {data !== undefined && <EndpointDetails endpoint={data} />}
    </div>
  );
};
