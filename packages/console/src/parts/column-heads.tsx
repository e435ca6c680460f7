import { Table } from '@mantine/core';

/** The head of a table: one cell for each column, named by these words, which differ. */
export const ColumnHeads = ({ columns }: { readonly columns: readonly string[] }) => (
  <Table.Thead>
    <Table.Tr>
      {columns.map((column) => (
        <Table.Th key={column} scope="col">
          {column}
        </Table.Th>
      ))}
    </Table.Tr>
  </Table.Thead>
);
