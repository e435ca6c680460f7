import { setTimeout as sleep } from 'node:timers/promises';
import type { ServiceProcess } from '../processes/service-process.ts';
import type { Prometheus } from './prometheus.ts';
import { askRunbook } from './runbook.ts';

/** What an operator finds who has the alerts, the runbook and the log. */
export type OperatorView = {
  /** The alerts that fired, in their order, with the seconds from the fault on. */
  readonly fired: ReadonlyMap<string, number>;
  /** What the query that the runbook gives for one of them printed. */
  readonly printed: readonly string[];
};

const pollMs = 250;

/** Watches the alerts of a Prometheus from now on; `end` puts the runbook's query for one of them to the log. */
export const watchAsOperator = (
  { firing }: Prometheus,
  services: readonly ServiceProcess[],
): { readonly end: (alert: string) => Promise<OperatorView> } => {
  const began = performance.now();
  const fired = new Map<string, number>();
  let isOver = false;
  const look = async (): Promise<void> => {
    for (const name of await firing()) if (!fired.has(name)) fired.set(name, (performance.now() - began) / 1000);
  };
  const watching = (async () => {
    for (; !isOver; await sleep(pollMs)) await look();
  })();
  return {
    end: async (alert) => {
      isOver = true;
      await watching;
      await look();
      const printed = askRunbook(
        alert,
        services.flatMap((service) => service.lines()),
      );
      return { fired, printed };
    },
  };
};
