import { useEffect, useRef } from 'react';
import { actionOfKey, type KeyAction } from '../model/index.ts';

const fields = 'input, textarea, select, [contenteditable="true"]';

/** Calls what belongs to a key, while no dialog is open and nothing is typed. */
export const useKeys = (areShortcutsOn: boolean, act: (action: KeyAction) => void): void => {
  const latest = useRef(act);
  latest.current = act;
  useEffect(() => {
    const pressed = (event: KeyboardEvent): void => {
      const isInField = event.target instanceof Element && event.target.closest(fields) !== null;
      const isDialogOpen = document.querySelector('[role="dialog"]') !== null;
      const { altKey, ctrlKey, isComposing, key, metaKey, repeat } = event;
      const action = actionOfKey(
        {
          key,
          ctrlKey,
          metaKey,
          altKey,
          repeat,
          isComposing,
          isInField,
        },
        { isDialogOpen, areShortcutsOn },
      );
      if (action === null) return;
      event.preventDefault();
      latest.current(action);
    };
    addEventListener('keydown', pressed);
    return () => removeEventListener('keydown', pressed);
  }, [areShortcutsOn]);
};
