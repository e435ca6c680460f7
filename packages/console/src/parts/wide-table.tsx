import { Table } from '@mantine/core';
import type { ReactNode } from 'react';
import { ColumnHeads } from './column-heads.tsx';

type Props = {
  readonly caption: string;
  /** The words above the columns, which differ. */
  readonly columns: readonly string[];
  readonly className?: string;
  /** The rows. Each has something that takes the focus, or nothing could scroll to it by keys. */
  readonly children: ReactNode;
};

/** A table that scrolls by itself where the window is narrower than its columns. */
export const WideTable = ({ caption, children, className, columns }: Props) => (
  <div className="wide">
    <Table highlightOnHover captionSide="top" {...(className !== undefined && { className })}>
      <Table.Caption>{caption}</Table.Caption>
      <ColumnHeads columns={columns} />
      <Table.Tbody>{children}</Table.Tbody>
    </Table>
  </div>
);
