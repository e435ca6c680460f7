import type { FaultEnvironment } from './environment.ts';
import type { FaultCase } from './matrix.ts';
import { type CaseResult, runCase } from './run-case.ts';

/** A case that has ended, or that could not be run. */
type Ended = { readonly ran: CaseResult } | { readonly cause: unknown };

/**
 * Runs cases in several environments beside each other, because for most of their time they wait for deadlines and
 * retries. Those with a large photo come before, one by one and in the first environment, which has had such a photo:
 * their time and their memory are those of a service alone. Answers how each case can be waited for.
 */
export const runWithWorkers = (
  environments: readonly FaultEnvironment[],
  cases: readonly FaultCase[],
): ((faultCase: FaultCase) => Promise<CaseResult>) => {
  const ended = new Map<FaultCase, (outcome: Ended) => void>();
  const outcomes = new Map(
    cases.map((faultCase) => [faultCase, new Promise<Ended>((resolve) => ended.set(faultCase, resolve))]),
  );
  const worker = async (environment: FaultEnvironment, waiting: FaultCase[]): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const outcome = await runCase(environment, next.route, next.fault).then(
        (ran) => ({ ran }),
        (cause: unknown) => ({ cause }),
      );
      ended.get(next)?.(outcome);
    }
  };
  const runAll = async (): Promise<void> => {
    const large = cases.filter(({ route }) => route.isLarge);
    const others = cases.filter(({ route }) => !route.isLarge);
    for (const environment of environments.slice(0, 1)) await worker(environment, large);
    await Promise.all(environments.map((environment) => worker(environment, others)));
  };
  void runAll();
  return async (faultCase) => {
    const outcome = await outcomes.get(faultCase);
    if (outcome === undefined) throw new Error('this case does not run');
    if ('cause' in outcome) throw outcome.cause;
    return outcome.ran;
  };
};
