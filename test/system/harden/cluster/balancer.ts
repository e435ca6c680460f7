import { setTimeout as sleep } from 'node:timers/promises';
import { type ClientRequest, newHttpClient, type Outcome } from './http-client.ts';

/** A process of the service that gets requests while it is ready. */
type Instance = { readonly url: string; readonly managementUrl: string };

/**
 * Sends each request to the next instance that is ready, and to another one when nobody listens there. A request that
 * was sent is never sent again. Connections are kept open.
 */
export type Balancer = {
  readonly ask: (asked: ClientRequest) => Promise<Outcome>;
  readonly refused: () => number;
  /**
   * Waits until a request to this instance is in flight, and answers how many are; 0 when none came within five
   * seconds.
   */
  readonly untilBusy: (instance: Instance) => Promise<number>;
  readonly close: () => Promise<void>;
};

type Target = { readonly instance: Instance; isReady: boolean; inFlight: number };

/** The interval at which it checks whether an instance is ready. */
const checkEveryMs = 100;
const checkLimitMs = 1000;

const isReady = ({ managementUrl }: Instance): Promise<boolean> =>
  fetch(`${managementUrl}/readyz`, { signal: AbortSignal.timeout(checkLimitMs) }).then(
    async (answer) => {
      await answer.arrayBuffer();
      return answer.status === 200;
    },
    () => false,
  );

const maxAttempts = 400;

export const newBalancer = (instances: readonly Instance[]): Balancer => {
  const client = newHttpClient();
  const targets: readonly Target[] = instances.map((instance) => ({ instance, isReady: true, inFlight: 0 }));
  let turn = 0;
  let refused = 0;
  let isClosed = false;
  const watch = async (target: Target): Promise<void> => {
    while (!isClosed) {
      target.isReady = await isReady(target.instance);
      await sleep(checkEveryMs);
    }
  };
  const watching = targets.map(watch);

  const ask = async (asked: ClientRequest): Promise<Outcome> => {
    for (let tried = 1; ; tried += 1) {
      const ready = targets.filter((target) => target.isReady);
      turn += 1;
      const target = ready[turn % Math.max(ready.length, 1)];
      if (target !== undefined) {
        target.inFlight += 1;
        const outcome = await client.ask(target.instance.url, asked);
        target.inFlight -= 1;
        if (outcome.status !== null || outcome.isSent || tried >= maxAttempts) return outcome;
        refused += 1;
        target.isReady = false;
      }
      if (tried >= maxAttempts)
        return { ms: 0, status: null, isSent: false, isReused: false, code: 'no instance was ready' };
      await sleep(5);
    }
  };
  return {
    ask,
    refused: () => refused,
    untilBusy: async (instance) => {
      const inFlight = () => targets.find((target) => target.instance === instance)?.inFlight ?? 0;
      for (let waited = 0; inFlight() === 0 && waited < 5000; waited += 1) await sleep(1);
      return inFlight();
    },
    close: async () => {
      isClosed = true;
      await Promise.all(watching);
      client.close();
    },
  };
};
