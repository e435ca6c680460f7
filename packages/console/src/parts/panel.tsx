import { Paper, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';

type Props = {
  readonly title: string;
  readonly children: ReactNode;
  readonly side?: ReactNode;
};

/** A part of a screen with its heading. */
export const Panel = ({ children, side, title }: Props) => {
  const id = useId();
  return (
    <Paper component="section" withBorder p="md" aria-labelledby={id} className="panel">
      <div className="panel-head">
        <Title order={2} size="h4" id={id}>
          {title}
        </Title>
        {side}
      </div>
      {children}
    </Paper>
  );
};
