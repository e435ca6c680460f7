import { Title } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';

/** The heading of a screen, which gets the focus when the screen opens: a screen reader then says where one is. */
export const ScreenHeading = ({ children }: { readonly children: ReactNode }) => {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <Title order={1} size="h2" ref={heading} tabIndex={-1} className="screen-heading">
      {children}
    </Title>
  );
};
