import { type Scenario, scenarioByName } from '@portcullis/adapter-memory';
import type { Clock } from '@portcullis/domain';
import { defaultScript, type Fault, type Script, type Vendor } from './script.ts';

const maxStored = 10_000;

/** Stores a value under its key, and removes the oldest one when there are more than ten thousand. */
export const storeBounded = <Value>(map: Map<string, Value>, key: string, value: Value): void => {
  map.delete(key);
  map.set(key, value);
  const oldest = map.size > maxStored ? map.keys().next().value : undefined;
  if (oldest !== undefined) map.delete(oldest);
};

/** The state that all vendors share: the clocks, the script, and what was used up of it. */
export type SimulatorState = {
  readonly clock: Clock;
  /** The clock that signatures are compared with. Signers use the clock of the machine. */
  readonly signingClock: Clock;
  readonly region: string;
  /** The page on which device events happen. */
  readonly page: string;
  readonly script: () => Script;
  readonly scenario: () => Scenario;
  readonly change: (changes: Partial<Script>) => void;
  /** Resets the script and the counters of its faults. */
  readonly reset: () => void;
  /** The fault that applies to this call. It is counted. */
  readonly nextFault: (vendor: Vendor, operation: string) => Fault | null;
  /** Whether the scenario makes this provider unavailable for the call of `key`. It is counted. */
  readonly isDown: (provider: string, key: string, times: number | 'always' | undefined) => boolean;
};

export type StateOptions = Pick<SimulatorState, 'clock' | 'signingClock' | 'region' | 'page'>;

export const createState = (options: StateOptions): SimulatorState => {
  let script: Script = defaultScript;
  const affected = new Map<Fault, number>();
  const failures = new Map<string, number>();
  const isLeft = (fault: Fault): boolean => fault.times === undefined || (affected.get(fault) ?? 0) < fault.times;

  return {
    ...options,
    script: () => script,
    scenario: () => scenarioByName(script.scenario),
    change: (changes) => {
      if (changes.faults !== undefined) affected.clear();
      script = { ...script, ...changes };
    },
    reset: () => {
      script = defaultScript;
      affected.clear();
      failures.clear();
    },
    nextFault: (vendor, operation) => {
      const fault = script.faults.find(
        (one) => one.vendor === vendor && (one.operation ?? operation) === operation && isLeft(one),
      );
      if (fault === undefined) return null;
      affected.set(fault, (affected.get(fault) ?? 0) + 1);
      return fault;
    },
    isDown: (provider, key, times = 0) => {
      const name = `${provider} ${key}`;
      const before = failures.get(name) ?? 0;
      if (times !== 'always' && before >= times) return false;
      storeBounded(failures, name, before + 1);
      return true;
    },
  };
};
