// The side of a probe that asks.
import { once } from 'node:events';

/** What is loaded into the service before its own code, so that it can be measured from the inside. */
export const probes = {
  'event-loop': new URL('./event-loop.mjs', import.meta.url).href,
};

/** Begins to measure in the child, and returns a function that ends it and promises what was measured. */
export const startProbe = async (child) => {
  const ask = async (message) => {
    child.send(message);
    const [answer] = await once(child, 'message');
    return answer;
  };
  await ask('start');
  return () => ask('stop');
};
