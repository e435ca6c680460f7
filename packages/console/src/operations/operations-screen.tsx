import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ErrorAlert, Loading, ScreenHeading } from '../parts/index.ts';
import { useConsole } from '../state/index.ts';
import { timeIn } from '../texts/index.ts';
import { ProcessingCard, QueueCard, ReadinessCard } from './cards.tsx';
import { FunnelCard, WebhooksCard } from './tables.tsx';

/** How the service does for the tenant. It is read when it is opened, and again by hand. */
export const OperationsScreen = () => {
  const { client, language, say } = useConsole();
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['operations'],
    queryFn: ({ signal }) => client.operations(signal),
  });
  const again = (): void => void refetch();
  return (
    <div data-screen="operations">
      <div className="line">
        <ScreenHeading>{say('operations_title')}</ScreenHeading>
        <Button size="xs" variant="default" disabled={isFetching} onClick={again}>
          {say('operations_refresh')}
        </Button>
        {data !== undefined && (
          <span className="quiet" role="status">
            {say('operations_at', { time: timeIn(language, data.at) })}
          </span>
        )}
      </div>
      {error !== null && <ErrorAlert error={error} retry={again} />}
      {data === undefined && error === null && <Loading />}
      {data !== undefined && (
        <div className="column">
          <ReadinessCard readiness={data.readiness} />
          <QueueCard queue={data.queue} />
          <ProcessingCard processing={data.processing} />
          <FunnelCard funnel={data.funnel} />
          <WebhooksCard webhooks={data.webhooks} />
        </div>
      )}
    </div>
  );
};
