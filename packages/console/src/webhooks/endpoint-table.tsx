import { Anchor, Table } from '@mantine/core';
import { type EndpointHealth, fragmentOf, type WebhookEndpoint } from '../model/index.ts';
import { useCountText, WideTable } from '../parts/index.ts';
import { useConsole } from '../state/index.ts';
import { timeIn } from '../texts/index.ts';
import { EndpointTag } from './endpoint-tag.tsx';

/** The counts of waiting events and of those that were given up. */
const useHealthText = (): ((health: EndpointHealth) => string) => {
  const { language, say } = useConsole();
  const count = useCountText();
  return ({ dead_letters: dead, failing_since: failing, waiting }) => {
    const counts = say('webhooks_health', { waiting: count(waiting), dead: count(dead) });
    return failing === null ? counts : `${counts} ${say('webhooks_failing', { time: timeIn(language, failing) })}`;
  };
};

type RowProps = { readonly endpoint: WebhookEndpoint; readonly health: EndpointHealth | undefined };

const Row = ({ endpoint, health }: RowProps) => {
  const { say } = useConsole();
  const healthText = useHealthText();
  const { description, id, types, url } = endpoint;
  return (
    <Table.Tr data-endpoint={id}>
      <Table.Th scope="row">
        <Anchor href={fragmentOf({ name: 'webhook', id })}>{url}</Anchor>
        {description !== null && <p className="quiet">{description}</p>}
      </Table.Th>
      <Table.Td className={types === null ? '' : 'codes'}>
        {types === null ? say('webhooks_all_events') : types.join(', ')}
      </Table.Td>
      <Table.Td>
        <EndpointTag endpoint={endpoint} />
      </Table.Td>
      <Table.Td>{health === undefined ? '–' : healthText(health)}</Table.Td>
    </Table.Tr>
  );
};

type Props = {
  readonly endpoints: readonly WebhookEndpoint[];
  /** `null` where it is not known. */
  readonly health: readonly EndpointHealth[] | null;
};

const columns = ['url', 'events', 'status', 'deliveries'] as const;

/** The endpoints in a table, each with a link to what may be done to it. */
export const EndpointTable = ({ endpoints, health }: Props) => {
  const { say } = useConsole();
  return (
    <WideTable caption={say('webhooks_caption')} columns={columns.map((column) => say(`webhooks_${column}`))}>
      {endpoints.map((endpoint) => (
        <Row key={endpoint.id} endpoint={endpoint} health={health?.find(({ id }) => id === endpoint.id)} />
      ))}
    </WideTable>
  );
};
