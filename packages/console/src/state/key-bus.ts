import { createContext, useContext, useEffect, useRef } from 'react';
import type { KeyAction } from '../model/index.ts';

type Listener = (action: KeyAction) => void;

/** Brings keys to the part of the console that they are for. */
export type KeyBus = {
  readonly send: Listener;
  readonly subscribe: (listener: Listener) => () => void;
};

export const createKeyBus = (): KeyBus => {
  const listeners = new Set<Listener>();
  return {
    send: (action) => {
      for (const listener of listeners) listener(action);
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
};

export const KeyBusContext = createContext<KeyBus>(createKeyBus());

/** Listens for keys while a part is shown. */
export const useKeyActions = (listener: Listener): void => {
  const bus = useContext(KeyBusContext);
  const latest = useRef(listener);
  latest.current = listener;
  useEffect(() => bus.subscribe((action) => latest.current(action)), [bus]);
};
