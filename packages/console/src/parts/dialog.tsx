import { Modal } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { useConsole } from '../state/index.ts';

type Props = {
  readonly isOpen: boolean;
  readonly close: () => void;
  readonly title: string;
  readonly children: ReactNode;
  /** Whether a click beside the dialog leaves it open, as where what it says is said once. */
  readonly staysOpen?: boolean;
  /** Whether nothing closes it yet, since the answer that is under way is said once. */
  readonly isWaiting?: boolean;
};

const hasFocus = (element: Element | null): boolean => element !== null && element === document.activeElement;

/**
 * Gives the focus back to what had it, also where a dialog is taken away and not closed. Its opener may be gone by
 * then, or no longer be pressed: the heading of the screen gets it in its place, and no key is lost.
 */
const useFocusBack = (isOpen: boolean): void => {
  useEffect(() => {
    if (!isOpen) return;
    const before = document.activeElement;
    return () => {
      if (before instanceof HTMLElement) before.focus({ preventScroll: true });
      if (!hasFocus(before) || before === document.body)
        document.querySelector<HTMLElement>('.screen-heading')?.focus({ preventScroll: true });
    };
  }, [isOpen]);
};

/**
 * A dialog. Its head is no `header`: inside of a dialog that would count as a second banner of the page. The page
 * behind it scrolls as before, since to keep it from that another style would have to be written into the page.
 */
export const Dialog = ({ children, close, isOpen, isWaiting = false, staysOpen = false, title }: Props) => {
  const { say } = useConsole();
  useFocusBack(isOpen);
  return (
    <Modal.Root
      opened={isOpen}
      onClose={close}
      size="lg"
      lockScroll={false}
      returnFocus={false}
      closeOnClickOutside={!staysOpen}
      closeOnEscape={!isWaiting}
      transitionProps={{ duration: 0 }}
    >
      <Modal.Overlay />
      <Modal.Content>
        <div className="panel-head dialog-head">
          <Modal.Title>{title}</Modal.Title>
          <Modal.CloseButton aria-label={say('close')} disabled={isWaiting} />
        </div>
        <Modal.Body>{children}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
};
