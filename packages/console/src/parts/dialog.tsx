import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { useSurroundings } from '../state/index.ts';

type Props = {
  readonly isOpen: boolean;
  readonly close: () => void;
  readonly title: string;
  readonly children: ReactNode;
};

/**
 * A dialog. Its head is no `header`: inside of a dialog that would count as a second banner of the page. The page
 * behind it scrolls as before, since to keep it from that another style would have to be written into the page.
 */
export const Dialog = ({ children, close, isOpen, title }: Props) => {
  const { say } = useSurroundings();
  return (
    <Modal.Root opened={isOpen} onClose={close} size="lg" lockScroll={false} transitionProps={{ duration: 0 }}>
      <Modal.Overlay />
      <Modal.Content>
        <div className="panel-head dialog-head">
          <Modal.Title>{title}</Modal.Title>
          <Modal.CloseButton aria-label={say('close')} />
        </div>
        <Modal.Body>{children}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
};
