import { Table } from '@mantine/core';
import { type EndpointHealth, type FunnelColumn, type Operations, statuses } from '../model/index.ts';
import { EndpointStatusTag, StatusTag, useCountText, WideTable } from '../parts/index.ts';
import { useConsole } from '../state/index.ts';
import { numberIn } from '../texts/index.ts';
import { Card, useTimeText } from './cards.tsx';

const FunnelTable = ({ columns }: { readonly columns: readonly FunnelColumn[] }) => {
  const { language, say } = useConsole();
  const count = useCountText();
  const title = (days: number): string =>
    days === 1 ? say('operations_day') : say('operations_days', { count: numberIn(language, days) });
  return (
    <WideTable
      caption={say('operations_funnel_caption')}
      columns={[say('column_status'), ...columns.map(({ days }) => title(days))]}
      takesFocus
    >
      {statuses.map((status) => (
        <Table.Tr key={status} data-status={status}>
          <Table.Th scope="row">
            <StatusTag status={status} />
          </Table.Th>
          {columns.map(({ counts, days }) => (
            <Table.Td key={days}>{count(counts[status])}</Table.Td>
          ))}
        </Table.Tr>
      ))}
    </WideTable>
  );
};

export const FunnelCard = ({ funnel }: Pick<Operations, 'funnel'>) => {
  const { say } = useConsole();
  return (
    <Card name="funnel" title={say('operations_funnel')} part={funnel}>
      {(columns) => <FunnelTable columns={columns} />}
    </Card>
  );
};

const EndpointRow = ({ endpoint }: { readonly endpoint: EndpointHealth }) => {
  const { term } = useConsole();
  const count = useCountText();
  const time = useTimeText();
  const { dead_letters: dead, failing_since: failing, host, last_failure: last, status, waiting } = endpoint;
  const why = last === null ? '' : ` (${last.status ?? term('failure', last.failure ?? '')})`;
  return (
    <Table.Tr>
      <Table.Th scope="row">{host}</Table.Th>
      <Table.Td>
        <EndpointStatusTag status={status} />
      </Table.Td>
      <Table.Td>{count(waiting)}</Table.Td>
      <Table.Td>{count(dead)}</Table.Td>
      <Table.Td>{time(failing)}</Table.Td>
      <Table.Td>{last === null ? '–' : `${time(last.at)}${why}`}</Table.Td>
    </Table.Tr>
  );
};

const EndpointTable = ({ endpoints }: { readonly endpoints: readonly EndpointHealth[] }) => {
  const { say } = useConsole();
  const counted = ['waiting', 'dead', 'failing', 'last_failure'] as const;
  const columns = [say('operations_host'), say('column_status'), ...counted.map((name) => say(`operations_${name}`))];
  return (
    <WideTable caption={say('operations_webhooks_caption')} columns={columns} takesFocus>
      {endpoints.map((endpoint) => (
        <EndpointRow key={endpoint.id} endpoint={endpoint} />
      ))}
    </WideTable>
  );
};

export const WebhooksCard = ({ webhooks }: Pick<Operations, 'webhooks'>) => {
  const { say } = useConsole();
  return (
    <Card name="webhooks" title={say('operations_webhooks')} part={webhooks}>
      {(endpoints) =>
        endpoints.length === 0 ? <p>{say('operations_webhooks_none')}</p> : <EndpointTable endpoints={endpoints} />
      }
    </Card>
  );
};
