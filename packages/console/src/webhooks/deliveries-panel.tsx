import { Button, Table } from '@mantine/core';
import type { WebhookDelivery, WebhookReplay } from '../model/index.ts';
import { ErrorAlert, Loading, MoreButton, Panel, Tag, WideTable } from '../parts/index.ts';
import { useConsole } from '../state/index.ts';
import { numberIn, timeWithSecondsIn } from '../texts/index.ts';
import { useDeliveries } from './use-endpoints.ts';

type Props = {
  readonly id: string;
  readonly isBusy: boolean;
  readonly replay: (what: WebhookReplay) => void;
};

const toneOf = (outcome: string) => {
  if (outcome === 'delivered') return 'good';
  return outcome === 'dead' ? 'bad' : 'warn';
};

/** A button that sends one event once more. */
export const SendAgain = ({ event, isBusy, replay }: Omit<Props, 'id'> & { readonly event: string }) => {
  const { say } = useConsole();
  return (
    <Button
      size="xs"
      variant="default"
      disabled={isBusy}
      aria-label={say('webhooks_send_again_named', { event })}
      onClick={() => replay({ event })}
    >
      {say('webhooks_send_again')}
    </Button>
  );
};

const Row = ({ delivery, ...again }: Omit<Props, 'id'> & { readonly delivery: WebhookDelivery }) => {
  const { language, term } = useConsole();
  const { at, attempt, event_id: event, failure, ms, outcome, status } = delivery;
  return (
    <Table.Tr data-delivery={event}>
      <Table.Td>{timeWithSecondsIn(language, at)}</Table.Td>
      <Table.Th scope="row" className="codes">
        {event}
      </Table.Th>
      <Table.Td>{attempt}</Table.Td>
      <Table.Td>
        <Tag tone={toneOf(outcome)}>{term('delivery', outcome)}</Tag>
      </Table.Td>
      <Table.Td>{status ?? (failure === null ? '–' : term('failure', failure))}</Table.Td>
      <Table.Td>{numberIn(language, ms)}</Table.Td>
      <Table.Td>
        <SendAgain event={event} {...again} />
      </Table.Td>
    </Table.Tr>
  );
};

const columns = ['at', 'event', 'attempt', 'outcome', 'answer', 'ms', 'send_again'] as const;

const DeliveryTable = ({
  deliveries,
  ...again
}: Omit<Props, 'id'> & { readonly deliveries: readonly WebhookDelivery[] }) => {
  const { say } = useConsole();
  return (
    <WideTable caption={say('webhooks_tries_caption')} columns={columns.map((column) => say(`webhooks_${column}`))}>
      {deliveries.map((delivery) => (
        <Row key={`${delivery.at} ${delivery.event_id} ${delivery.attempt}`} delivery={delivery} {...again} />
      ))}
    </WideTable>
  );
};

/** The tries of the last days, the newest first, each with a way to send its event once more. */
export const DeliveriesPanel = ({ id, ...again }: Props) => {
  const { say } = useConsole();
  const query = useDeliveries(id);
  const deliveries = query.data?.pages.flatMap(({ data }) => data);
  const isEmpty = deliveries !== undefined && deliveries.length === 0 && !query.hasNextPage;
  return (
    <Panel title={say('webhooks_deliveries')}>
      {query.error !== null && (
        <ErrorAlert error={query.error} retry={() => void query.refetch()} missing="webhooks_missing" />
      )}
      {deliveries === undefined && query.error === null && <Loading />}
      {isEmpty && <p className="quiet">{say('webhooks_no_deliveries')}</p>}
      {deliveries !== undefined && deliveries.length > 0 && <DeliveryTable deliveries={deliveries} {...again} />}
      <MoreButton query={query}>{say('webhooks_more_deliveries')}</MoreButton>
    </Panel>
  );
};
