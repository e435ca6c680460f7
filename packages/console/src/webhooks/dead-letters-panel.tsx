import { Button, Table } from '@mantine/core';
import type { DeadLetter, WebhookReplay } from '../model/index.ts';
import { ErrorAlert, Loading, MoreButton, Panel, WideTable } from '../parts/index.ts';
import { useConsole } from '../state/index.ts';
import { timeWithSecondsIn } from '../texts/index.ts';
import { SendAgain } from './deliveries-panel.tsx';
import { useDeadLetters } from './use-endpoints.ts';

type Props = {
  readonly id: string;
  readonly isBusy: boolean;
  readonly replay: (what: WebhookReplay) => void;
};

const columns = ['event', 'tries', 'given_up_at', 'send_again'] as const;

const DeadLetterTable = ({ letters, ...again }: Omit<Props, 'id'> & { readonly letters: readonly DeadLetter[] }) => {
  const { language, say } = useConsole();
  return (
    <WideTable caption={say('webhooks_dead_caption')} columns={columns.map((column) => say(`webhooks_${column}`))}>
      {letters.map(({ attempts, event_id: event, given_up_at: at }) => (
        <Table.Tr key={event} data-dead={event}>
          <Table.Th scope="row" className="codes">
            {event}
          </Table.Th>
          <Table.Td>{attempts}</Table.Td>
          <Table.Td>{timeWithSecondsIn(language, at)}</Table.Td>
          <Table.Td>
            <SendAgain event={event} {...again} />
          </Table.Td>
        </Table.Tr>
      ))}
    </WideTable>
  );
};

/** The deliveries that were given up after the last try, and a way to send all of them once more. */
export const DeadLettersPanel = ({ id, ...again }: Props) => {
  const { say } = useConsole();
  const query = useDeadLetters(id);
  const letters = query.data?.pages.flatMap(({ data }) => data);
  const hasSome = letters !== undefined && letters.length > 0;
  const all = (
    <Button size="xs" variant="default" disabled={again.isBusy} onClick={() => again.replay({ dead_letters: true })}>
      {say('webhooks_send_all')}
    </Button>
  );
  return (
    <Panel title={say('webhooks_dead')} side={hasSome ? all : null}>
      {query.error !== null && (
        <ErrorAlert error={query.error} retry={() => void query.refetch()} missing="webhooks_missing" />
      )}
      {letters === undefined && query.error === null && <Loading />}
      {letters?.length === 0 && <p className="quiet">{say('webhooks_no_dead')}</p>}
      {hasSome && <DeadLetterTable letters={letters} {...again} />}
      <MoreButton query={query}>{say('webhooks_more_dead')}</MoreButton>
    </Panel>
  );
};
