import type { ProfileStore } from '@portcullis/domain';
import { isOfStore, isUnavailable, type OutageCause, outageCauseOf } from '@portcullis/domain/kernel';
import type { ProfileChange } from '@portcullis/domain/ports';
import type { Metrics } from './metrics.ts';
import { taskTracing } from './tracing.ts';

/**
 * The metric labels of a port: the service in our words, and the technology that is bound to it. The label `operation`
 * is the name of the method, or the one in `operations`, for a method whose label has another name.
 */
export type PortLabels<Port> = {
  readonly service: string;
  readonly provider: string;
  readonly operations?: OperationLabels<Port>;
};

/** The labels of the methods that are not labelled with their own names. */
export type OperationLabels<Port> = { readonly [Method in keyof Port]?: string };

/** `outcome` is `ok`, `refused`, or the kind of an outage; `cause` is what was found in an outage. */
type CallResult = { readonly outcome: string; readonly cause: OutageCause | null };

const ok: CallResult = { outcome: 'ok', cause: null };
const refused: CallResult = { outcome: 'refused', cause: null };
const thrownResult: CallResult = { outcome: 'thrown', cause: 'unexpected' };

const resultOf = (result: unknown): CallResult => {
  if (typeof result !== 'object' || result === null || Reflect.get(result, '_tag') !== 'Left') return ok;
  const reason: unknown = Reflect.get(result, 'left');
  return isUnavailable(reason) ? { outcome: reason.kind, cause: outageCauseOf(reason) } : refused;
};

/** The same port, with something else in place of each task that its methods return. */
const withTasks = <Port extends object>(
  port: Port,
  replace: (method: string, task: () => unknown) => () => Promise<unknown>,
): Port => {
  const methods = new Map<string | symbol, unknown>();
  for (const [method, call] of Object.entries(port)) {
    if (typeof call !== 'function') continue;
    methods.set(method, (...input: readonly unknown[]) => {
      const task: unknown = Reflect.apply(call, port, input);
      return typeof task === 'function' ? replace(method, () => Reflect.apply(task, undefined, [])) : task;
    });
  }
  return new Proxy(port, { get: (target, key) => methods.get(key) ?? Reflect.get(target, key) });
};

/** Returns the same use cases with a span for each; without an SDK for tracing these are the given ones. */
export const tracedUseCases = <UseCases extends object>(useCases: UseCases): UseCases => {
  const traced = taskTracing({});
  return traced === null ? useCases : withTasks(useCases, (name, task) => () => traced(name, async () => task()));
};

/**
 * Returns the same port with metrics for the time and the outcome of every call. A call begins when its task is run,
 * not when the task is created. The results of the port are passed on unchanged.
 */
export const instrumented = <Port extends object>(
  port: Port,
  { service, provider, operations: labels = {} }: PortLabels<Port>,
  metrics: Metrics,
): Port => {
  const timed = (operation: string, task: () => unknown) => async () => {
    const began = performance.now();
    const record = (result: CallResult) =>
      metrics.observeCall({ service, provider, operation, ...result, seconds: (performance.now() - began) / 1000 });
    try {
      const result = await task();
      record(resultOf(result));
      return result;
    } catch (thrown) {
      record(thrownResult);
      throw thrown;
    }
  };
  const labelOf = new Map<string, unknown>(Object.entries(labels));
  const traced = taskTracing(
    { 'portcullis.service': service, 'portcullis.provider': provider },
    isOfStore({ service }),
  );
  return withTasks(port, (method, task) => {
    const operation = `${labelOf.get(method) ?? method}`;
    const measured = timed(operation, task);
    return traced === null ? measured : () => traced(`${service} ${operation}`, measured);
  });
};

/** The outcome of the decision that this change writes, found by the ledger entry that carries it; `null` for none. */
const decisionOutcome = ({ profile, entries }: ProfileChange): string | null => {
  const { decision } = profile;
  return decision !== null && entries.some(({ seq }) => seq === decision.seq) ? decision.outcome : null;
};

/** Returns the same store with a metric for the decisions that it has stored. */
export const countingDecisions = (store: ProfileStore, metrics: Metrics): ProfileStore => ({
  ...store,
  commit: (change) => async () => {
    const result = await store.commit(change)();
    const outcome = result._tag === 'Right' ? decisionOutcome(change) : null;
    if (outcome !== null) metrics.countDecision(outcome);
    return result;
  },
});
