import { useEffect, useState } from 'react';
import { useConsole } from './console-context.ts';

/** The time now in milliseconds, which moves on by itself. */
export const useNow = (everyMs: number): number => {
  const { clock } = useConsole();
  const [now, setNow] = useState(clock);
  useEffect(() => {
    const timer = setInterval(() => setNow(clock()), everyMs);
    return () => clearInterval(timer);
  }, [clock, everyMs]);
  return now;
};
