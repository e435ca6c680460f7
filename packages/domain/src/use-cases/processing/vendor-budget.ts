import { lruCache } from '../../kernel/concurrency/lru-cache.ts';
import { type NotFound, type Unavailable, unavailable, wasNotSent } from '../../kernel/errors.ts';
import { E, type TaskEither } from '../../kernel/fp.ts';
import { type Clock, monotonicNow } from '../../ports/clock.ts';
import type { DeviceInspector } from '../../ports/providers/device-inspector.ts';
import type { DocumentReader } from '../../ports/providers/document-reader.ts';
import type { FaceComparer } from '../../ports/providers/face-comparer.ts';
import type { LivenessProvider } from '../../ports/providers/liveness-provider.ts';
import type { VendorCall } from '../../ports/providers/vendor-call.ts';
import type { PaidProvider, UsageCounters } from '../../ports/stores/usage-counters.ts';
import { isoNow } from '../access/change-profile.ts';

/** How many calls a partner may make to each provider on one day (UTC); `null` means any number. */
export type VendorBudgets = { readonly [Provider in PaidProvider]: number | null };

/** The ports of providers that are paid for each call. */
export type PaidPorts = {
  readonly documentReader: DocumentReader;
  readonly liveness: LivenessProvider;
  readonly faces: FaceComparer;
  readonly devices: DeviceInspector;
};

type BudgetDeps = {
  readonly usageCounters: UsageCounters;
  readonly clock: Clock;
  readonly budgets: VendorBudgets;
  /** Called for every call that was refused. */
  readonly onRefused: (provider: PaidProvider) => void;
};

/** For how many partners and providers a budget that is used up is remembered. */
const maxRemembered = 10_000;

/** For how long. Meanwhile a refusal costs no statement. */
const rememberedMs = 10_000;

/** The most times that a call refused beside others is counted again, where room was left when they were taken back. */
const maxRounds = 3;

const secondsUntilNextDay = (now: string): number =>
  Math.ceil((Date.parse(`${now.slice(0, 10)}T00:00:00.000Z`) + 86_400_000 - Date.parse(now)) / 1000);

const exhausted = (provider: PaidProvider, now: string): Unavailable => ({
  ...unavailable(provider, 'the budget of the day is used up', 'budget_exhausted', secondsUntilNextDay(now)),
  notSent: true,
});

/** Runs a call to a provider, if the partner's budget of the day has room for it. */
type Spend = <Left extends NotFound | Unavailable, Right>(
  provider: PaidProvider,
  call: VendorCall,
  task: TaskEither<Left, Right>,
) => TaskEither<Left | Unavailable, Right>;

/** The budgets that were used up a short while ago, by partner, provider and day. */
const usedUpBudgets = (clock: Clock) => {
  const times = lruCache<string, number>(maxRemembered);
  return {
    has: (key: string): boolean => {
      return monotonicNow(clock) - (times.peek(key) ?? Number.NEGATIVE_INFINITY) < rememberedMs;
    },
    set: (key: string, isUsedUp: boolean): void => {
      if (isUsedUp) times.set(key, monotonicNow(clock));
      else times.delete(key);
    },
  };
};

/**
 * Counts a call in the database before it is made, so that all instances together make no more than the budget. A call
 * that was not sent is taken back, and so is one that was refused: calls alone are counted. A budget that is used up is
 * remembered for some seconds, and no longer than all of it is counted: calls that are under way may be taken back.
 */
const spender = ({ budgets, clock, onRefused, usageCounters }: BudgetDeps): Spend => {
  const usedUp = usedUpBudgets(clock);
  return (provider, { partnerId }, task) => {
    const budget = budgets[provider];
    if (budget === null || partnerId === undefined) return task;
    return async () => {
      const now = isoNow(clock);
      const count = { partnerId, provider, day: now.slice(0, 10) };
      const key = `${count.day}/${provider}/${partnerId}`;
      const takeBack = async (): Promise<boolean> => {
        const rest = await usageCounters.addCalls(count, -1)();
        const isUsedUp = E.isRight(rest) && rest.right >= budget;
        usedUp.set(key, isUsedUp);
        return isUsedUp;
      };
      for (let round = 0; round < maxRounds && !usedUp.has(key); round += 1) {
        const spent = await usageCounters.addCalls(count, 1)();
        if (E.isLeft(spent)) return spent;
        if (spent.right <= budget) {
          const answer = await task();
          if (E.isLeft(answer) && wasNotSent(answer.left)) await takeBack();
          return answer;
        }
        if (await takeBack()) break;
      }
      onRefused(provider);
      return E.left(exhausted(provider, now));
    };
  };
};

/** Nothing is paid to a provider that is absent. */
const unlessAbsent = <Port extends { readonly isAbsent?: true }>(port: Port, paid: Port): Port =>
  port.isAbsent ? port : paid;

/** The same ports within budgets. What follows the opening of a liveness session is a part of it. */
export const withBudgets = (deps: BudgetDeps, ports: PaidPorts): PaidPorts => {
  const spend = spender(deps);
  const { devices, documentReader, faces, liveness } = ports;
  const submit = liveness.submit?.bind(liveness);
  return {
    documentReader: { read: (input) => spend('document_reader', input.call, documentReader.read(input)) },
    liveness: unlessAbsent(liveness, {
      open: (input) => spend('liveness', input.call, liveness.open(input)),
      read: (input) => liveness.read(input),
      ...(submit && { submit }),
    }),
    faces: unlessAbsent(faces, {
      ...(faces.model !== undefined && { model: faces.model }),
      compare: (input) => spend('faces', input.call, faces.compare(input)),
    }),
    devices: unlessAbsent(devices, { inspect: (input) => spend('device', input.call, devices.inspect(input)) }),
  };
};
