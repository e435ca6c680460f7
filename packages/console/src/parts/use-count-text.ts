import type { WireCount } from '../model/index.ts';
import { useConsole } from '../state/index.ts';
import { numberIn } from '../texts/index.ts';

/** A count as a text; where counting stopped it says so. */
export const useCountText = (): ((count: WireCount) => string) => {
  const { language, say } = useConsole();
  return ({ at_least: isAtLeast, value }) => {
    const number = numberIn(language, value);
    return isAtLeast ? say('queue_at_least', { count: number }) : number;
  };
};
