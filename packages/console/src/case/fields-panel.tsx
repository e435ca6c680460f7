import { Checkbox, Table } from '@mantine/core';
import { useState } from 'react';
import {
  type Column,
  type ComparedRow,
  columns,
  compareFields,
  type Explanation,
  type Profile,
} from '../model/index.ts';
import { ColumnHeads, Panel, Tag } from '../parts/index.ts';
import { useConsole } from '../state/index.ts';

const tones = { same: 'good', differ: 'bad', single: 'plain' } as const;

type RowProps = {
  readonly row: ComparedRow;
  readonly shown: readonly Column[];
};

const Row = ({ row, shown }: RowProps) => {
  const { say, term } = useConsole();
  return (
    <Table.Tr data-result={row.result}>
      <Table.Th scope="row">{term('field', row.field)}</Table.Th>
      {shown.map((column) => {
        const cell = row.cells[column];
        if (cell === null) return <Table.Td key={column}>–</Table.Td>;
        return (
          <Table.Td key={column} className={cell.isDeviating ? 'odd' : undefined}>
            {cell.isDeviating ? <mark>{cell.value}</mark> : cell.value}
          </Table.Td>
        );
      })}
      <Table.Td>
        <Tag tone={tones[row.result]}>{say(`fields_${row.result}`)}</Tag>
        {row.notes.map((note) => (
          <p key={note} lang="en" className="note">
            {note}
          </p>
        ))}
      </Table.Td>
    </Table.Tr>
  );
};

type Props = {
  readonly profile: Profile;
  readonly explanation: Explanation | null;
};

/** The claims beside the values of the print, the zone and the barcode, in one table. */
export const FieldsPanel = ({ explanation, profile }: Props) => {
  const { say, term } = useConsole();
  const [differencesOnly, setDifferencesOnly] = useState(false);
  const all = compareFields(profile, explanation);
  const rows = differencesOnly ? all.filter(({ result }) => result === 'differ') : all;
  const shown = columns.filter((column) => all.some(({ cells }) => cells[column] !== null));
  const filter = (
    <Checkbox
      label={say('fields_only_different')}
      checked={differencesOnly}
      onChange={({ currentTarget }) => setDifferencesOnly(currentTarget.checked)}
    />
  );
  return (
    <Panel title={say('fields_title')} side={all.length > 0 ? filter : undefined}>
      {profile.redacted === true && <p className="quiet">{say('case_redacted')}</p>}
      {all.length === 0 ? (
        <p className="quiet">{say('fields_none')}</p>
      ) : (
        <Table className="fields" captionSide="top">
          <Table.Caption className="visually-hidden">{say('fields_caption')}</Table.Caption>
          <ColumnHeads
            columns={[say('fields_field'), ...shown.map((column) => term('source', column)), say('fields_result')]}
          />
          <Table.Tbody>
            {rows.map((row) => (
              <Row key={row.field} row={row} shown={shown} />
            ))}
          </Table.Tbody>
        </Table>
      )}
    </Panel>
  );
};
