import { Anchor, Button, Table } from '@mantine/core';
import { fragmentOf, type ListEntry } from '../model/index.ts';
import { Tag, WideTable } from '../parts/index.ts';
import { useConsole } from '../state/index.ts';
import { timeIn } from '../texts/index.ts';

type RowProps = {
  readonly entry: ListEntry;
  readonly remove: (entry: ListEntry) => void;
};

const Row = ({ entry, remove }: RowProps) => {
  const { language, say, term } = useConsole();
  const { added_at: at, added_by: by, kind, list, note, profile_id: profile, redacted } = entry;
  return (
    <Table.Tr data-entry={entry.id}>
      <Table.Th scope="row">
        <Tag tone={list === 'blocked' ? 'bad' : 'good'}>{term('list', list)}</Tag>
      </Table.Th>
      <Table.Td>{term('kind', kind)}</Table.Td>
      <Table.Td>
        {profile === null ? (
          '–'
        ) : (
          <Anchor href={fragmentOf({ name: 'case', id: profile })}>{say('lists_open_case')}</Anchor>
        )}
      </Table.Td>
      <Table.Td className="note">
        {note ?? (redacted ? <span className="quiet">{say('lists_hidden')}</span> : '–')}
      </Table.Td>
      <Table.Td>{by?.id ?? say('lists_of_others')}</Table.Td>
      <Table.Td>{timeIn(language, at)}</Table.Td>
      <Table.Td>
        {entry.is_own && (
          <Button
            size="xs"
            variant="default"
            aria-label={say('lists_remove_named', {
              kind: term('kind', kind),
              list: term('list', list),
              time: timeIn(language, at),
            })}
            onClick={() => remove(entry)}
          >
            {say('lists_remove')}
          </Button>
        )}
      </Table.Td>
    </Table.Tr>
  );
};

type Props = {
  readonly entries: readonly ListEntry[];
  readonly remove: (entry: ListEntry) => void;
};

const columns = ['list', 'kind', 'case', 'note', 'by', 'at', 'actions'] as const;

/** Entries of lists in a table. */
export const ListTable = ({ entries, remove }: Props) => {
  const { say } = useConsole();
  return (
    <WideTable
      takesFocus
      caption={say('lists_caption')}
      columns={columns.map((column) => say(`lists_column_${column}`))}
      className="reviews"
    >
      {entries.map((entry) => (
        <Row key={entry.id} entry={entry} remove={remove} />
      ))}
    </WideTable>
  );
};
