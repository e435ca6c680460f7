import { Table } from '@mantine/core';
import type { EndpointHealth, FunnelColumn, Operations } from '../model/index.ts';
import { StatusTag, Tag } from '../parts/index.ts';
import { useSurroundings } from '../state/index.ts';
import { numberIn } from '../texts/index.ts';
import { Card, useCountText, useTimeText } from './cards.tsx';

const FunnelTable = ({ columns }: { readonly columns: readonly FunnelColumn[] }) => {
  const { language, say } = useSurroundings();
  const count = useCountText();
  const statuses = Object.keys(columns[0]?.counts ?? {});
  const title = (days: number): string =>
    days === 1 ? say('operations_day') : say('operations_days', { count: numberIn(language, days) });
  return (
    <Table captionSide="top">
      <Table.Caption>{say('operations_funnel_caption')}</Table.Caption>
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">{say('column_status')}</Table.Th>
          {columns.map(({ days }) => (
            <Table.Th key={days} scope="col">
              {title(days)}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {statuses.map((status) => (
          <Table.Tr key={status} data-status={status}>
            <Table.Th scope="row">
              <StatusTag status={status} />
            </Table.Th>
            {columns.map(({ counts, days }) => (
              <Table.Td key={days}>{count(counts[status] ?? 0)}</Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
};

export const FunnelCard = ({ funnel }: Pick<Operations, 'funnel'>) => {
  const { say } = useSurroundings();
  return (
    <Card name="funnel" title={say('operations_funnel')} part={funnel}>
      {(columns) => <FunnelTable columns={columns} />}
    </Card>
  );
};

const tones = { enabled: 'good', disabled: 'bad' } as const;
const toneOf = (status: string) => (status === 'enabled' || status === 'disabled' ? tones[status] : 'warn');

const EndpointRow = ({ endpoint }: { readonly endpoint: EndpointHealth }) => {
  const { term } = useSurroundings();
  const [count, time] = [useCountText(), useTimeText()];
  const { dead_letters: dead, failing_since: failing, host, last_failure: last, status, waiting } = endpoint;
  const why = last === null ? '' : ` (${last.status ?? term('failure', last.failure ?? '')})`;
  return (
    <Table.Tr>
      <Table.Th scope="row">{host}</Table.Th>
      <Table.Td>
        <Tag tone={toneOf(status)}>{term('endpoint', status)}</Tag>
      </Table.Td>
      <Table.Td>{count(waiting)}</Table.Td>
      <Table.Td>{count(dead)}</Table.Td>
      <Table.Td>{time(failing)}</Table.Td>
      <Table.Td>{last === null ? '–' : `${time(last.at)}${why}`}</Table.Td>
    </Table.Tr>
  );
};

const EndpointTable = ({ endpoints }: { readonly endpoints: readonly EndpointHealth[] }) => {
  const { say } = useSurroundings();
  const heads = ['host', 'waiting', 'dead', 'failing', 'last_failure'] as const;
  const [host, ...others] = heads.map((head) => (
    <Table.Th key={head} scope="col">
      {say(`operations_${head}`)}
    </Table.Th>
  ));
  return (
    <Table captionSide="top">
      <Table.Caption>{say('operations_webhooks_caption')}</Table.Caption>
      <Table.Thead>
        <Table.Tr>
          {host}
          <Table.Th scope="col">{say('column_status')}</Table.Th>
          {others}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {endpoints.map((endpoint) => (
          <EndpointRow key={endpoint.id} endpoint={endpoint} />
        ))}
      </Table.Tbody>
    </Table>
  );
};

export const WebhooksCard = ({ webhooks }: Pick<Operations, 'webhooks'>) => {
  const { say } = useSurroundings();
  return (
    <Card name="webhooks" title={say('operations_webhooks')} part={webhooks}>
      {(endpoints) =>
        endpoints.length === 0 ? <p>{say('operations_webhooks_none')}</p> : <EndpointTable endpoints={endpoints} />
      }
    </Card>
  );
};
