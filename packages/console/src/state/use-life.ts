import { useEffect, useState } from 'react';
import { useConsole } from './console-context.ts';

/** The view for as long as somebody uses the page. `number` grows with each time that it is shown again. */
export type Life = { readonly number: number; readonly isOver: boolean };

const activityEvents = ['pointermove', 'pointerdown', 'wheel', 'keydown', 'scroll', 'visibilitychange'] as const;

/**
 * A life that is over once nobody has used the page for so many milliseconds: no key, no pointer, or another tab in its
 * place. The next use begins another one. A page that is hidden is not used, whatever happens to it.
 */
export const useLife = (unusedMs: number): Life => {
  const { clock } = useConsole();
  const [life, setLife] = useState<Life>({ number: 1, isOver: false });
  useEffect(() => {
    let usedAt = clock();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const left = (): number => usedAt + unusedMs - clock();
    const look = (): void => {
      if (left() <= 0) setLife(({ number }) => ({ number, isOver: true }));
      else timer = setTimeout(look, left());
    };
    const used = (): void => {
      if (document.visibilityState === 'hidden') return;
      // Where a machine has slept, no timer has run yet.
      const isOver = left() <= 0;
      usedAt = clock();
      if (!isOver) return;
      clearTimeout(timer);
      setLife(({ number }) => ({ number: number + 1, isOver: false }));
      look();
    };
    look();
    for (const sign of activityEvents) document.addEventListener(sign, used, { capture: true, passive: true });
    return () => {
      clearTimeout(timer);
      for (const sign of activityEvents) document.removeEventListener(sign, used, { capture: true });
    };
  }, [clock, unusedMs]);
  return life;
};
