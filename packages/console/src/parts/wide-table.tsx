import { Table } from '@mantine/core';
import type { ReactNode } from 'react';
import { ColumnHeads } from './column-heads.tsx';

type Props = {
  readonly caption: string;
  /** The words above the columns, which differ. */
  readonly columns: readonly string[];
  readonly className?: string;
  /**
   * Whether the table itself takes the focus, because rows may have nothing that does: not every browser scrolls by
   * keys otherwise.
   */
  readonly takesFocus?: boolean;
  readonly children: ReactNode;
};

const focusable = (label: string) => ({ role: 'region', 'aria-label': label, tabIndex: 0 });

/** A table that scrolls by itself where the window is narrower than its columns. */
export const WideTable = ({ caption, children, className, columns, takesFocus = false }: Props) => (
  <div className="wide" {...(takesFocus && focusable(caption))}>
    <Table highlightOnHover captionSide="top" {...(className !== undefined && { className })}>
      <Table.Caption>{caption}</Table.Caption>
      <ColumnHeads columns={columns} />
      <Table.Tbody>{children}</Table.Tbody>
    </Table>
  </div>
);
