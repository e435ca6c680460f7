import { Button, Table } from '@mantine/core';
import { type ClientAction, clientActionsOf, type MachineClient } from '../model/index.ts';
import { Tag, WideTable } from '../parts/index.ts';
import { useConsole } from '../state/index.ts';
import { timeIn } from '../texts/index.ts';

type RowProps = {
  readonly client: MachineClient;
  readonly open: (action: ClientAction, client: MachineClient) => void;
};

const toneOf = (status: string) => (status === 'enabled' ? 'good' : 'bad');

const Actions = ({ client, open }: RowProps) => {
  const { say } = useConsole();
  const actions = clientActionsOf(client);
  if (actions.length === 0) return <span className="quiet">{say('clients_of_configuration')}</span>;
  return (
    <div className="buttons">
      {actions.map((action) => (
        // Enabled and disabled have one button, so that it keeps the focus when the one becomes the other.
        <Button
          key={action === 'rotate' || actions.length > 2 ? action : 'switch'}
          size="xs"
          variant="default"
          aria-label={say('clients_action_named', { action: say(`clients_${action}`), name: client.name ?? client.id })}
          onClick={() => open(action, client)}
        >
          {say(`clients_${action}`)}
        </Button>
      ))}
    </div>
  );
};

const Row = (props: RowProps) => {
  const { language, say, term } = useConsole();
  const { created_at: created, id, name, scopes, status, team_id: team, updated_at: updated } = props.client;
  const { awaits_second_person: isAwaiting, old_secret_ends_at: ends } = props.client;
  const time = (at: string | null): string => (at === null ? '–' : timeIn(language, at));
  return (
    <Table.Tr data-client={id}>
      <Table.Th scope="row">
        {name}
        <p className="codes">{id}</p>
        {team !== null && <p className="quiet">{say('clients_of_team', { team })}</p>}
      </Table.Th>
      <Table.Td className="codes">{scopes.length === 0 ? '–' : scopes.join(', ')}</Table.Td>
      <Table.Td>
        <Tag tone={toneOf(status)}>{term('client', status)}</Tag>
        {isAwaiting && <p className="quiet">{say('clients_awaits')}</p>}
        {ends !== null && <p className="quiet">{say('clients_earlier_until', { time: timeIn(language, ends) })}</p>}
      </Table.Td>
      <Table.Td>{time(created)}</Table.Td>
      <Table.Td>{time(updated)}</Table.Td>
      <Table.Td>
        <Actions {...props} />
      </Table.Td>
    </Table.Tr>
  );
};

type Props = Pick<RowProps, 'open'> & { readonly clients: readonly MachineClient[] };

const columns = ['client', 'scopes', 'status', 'created', 'changed', 'actions'] as const;

/** The clients in a table. One of the configuration is changed there alone. */
export const ClientTable = ({ clients, open }: Props) => {
  const { say } = useConsole();
  return (
    <WideTable caption={say('clients_caption')} columns={columns.map((column) => say(`clients_${column}`))} takesFocus>
      {clients.map((client) => (
        <Row key={client.id} client={client} open={open} />
      ))}
    </WideTable>
  );
};
