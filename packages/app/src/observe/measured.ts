import type { Change, ProfileStore } from '@portcullis/domain';
import type { Metrics } from '../metrics.ts';

/** Who stands behind a port: the service in our words, and the technology that was bound to it. */
export type Provider = { readonly service: string; readonly provider: string };

/** `ok`, `refused`, or the kind of an outage. */
const outcomeOf = (result: unknown): string => {
  if (typeof result !== 'object' || result === null || Reflect.get(result, '_tag') !== 'Left') return 'ok';
  const reason: unknown = Reflect.get(result, 'left');
  if (typeof reason !== 'object' || reason === null || Reflect.get(reason, '_tag') !== 'Unavailable') return 'refused';
  return `${Reflect.get(reason, 'kind')}`;
};

/**
 * The same port, with the time and the outcome of every call counted. A call begins when its task is run, not when it
 * is described. What the port answers is passed on untouched.
 */
export const measured = <Port extends object>(port: Port, { service, provider }: Provider, metrics: Metrics): Port => {
  const timed = (operation: string, task: () => unknown) => async () => {
    const began = performance.now();
    const note = (outcome: string) =>
      metrics.observeCall({ service, provider, operation, outcome, seconds: (performance.now() - began) / 1000 });
    try {
      const result = await task();
      note(outcomeOf(result));
      return result;
    } catch (thrown) {
      note('thrown');
      throw thrown;
    }
  };
  const operations = new Map<string | symbol, unknown>();
  for (const [operation, call] of Object.entries(port)) {
    if (typeof call !== 'function') continue;
    operations.set(operation, (...input: readonly unknown[]) => {
      const task: unknown = Reflect.apply(call, port, input);
      return typeof task === 'function' ? timed(operation, () => Reflect.apply(task, undefined, [])) : task;
    });
  }
  return new Proxy(port, { get: (target, key) => operations.get(key) ?? Reflect.get(target, key) });
};

/** A decision is counted when it has been written, by the entry that carries it. */
const decidedIn = ({ profile, entries }: Change): string | null => {
  const { decision } = profile;
  return decision !== null && entries.some(({ seq }) => seq === decision.seq) ? decision.outcome : null;
};

/** The same store; counts the decisions that it has stored. */
export const countingDecisions = (store: ProfileStore, metrics: Metrics): ProfileStore => ({
  ...store,
  commit: (change) => async () => {
    const result = await store.commit(change)();
    const outcome = result._tag === 'Right' ? decidedIn(change) : null;
    if (outcome !== null) metrics.countDecision(outcome);
    return result;
  },
});
