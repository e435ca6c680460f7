import { currentEvidence } from '../../evidence/current-evidence.ts';
import { lruCache } from '../../kernel/concurrency/lru-cache.ts';
import {
  type DomainError,
  isOfStore,
  type LimitReached,
  type NotFound,
  type Unavailable,
  wasNotSent,
} from '../../kernel/errors.ts';
import { E, pipe, type TaskEither, TE } from '../../kernel/fp.ts';
import type { Clock } from '../../ports/clock.ts';
import type { IdGenerator } from '../../ports/id-generator.ts';
import type { DeviceInspector } from '../../ports/providers/device-inspector.ts';
import { inspectionLimitOf, inspectionsOf } from '../../profile/changes/paid-calls.ts';
import { withoutRepetitions } from '../../profile/changes/repeated-evidence.ts';
import type { Command, NewEvidence } from '../../profile/commands.ts';
import type { Profile } from '../../profile/profile.ts';
import { decisionInput } from '../../profile/requirements.ts';
import { type ChangeDeps, isoNow, type Loaded } from '../access/change-profile.ts';
import { actorOf } from '../access/flow-token.ts';
import { asFailedObservation } from '../processing/observe.ts';
import { type DeviceDeps, observeDevice } from '../processing/observe-device.ts';
import type { FailedCall } from '../processing/process-verification.ts';
import { vendorCallFor } from '../processing/vendor-call.ts';
import { newVendorCallLimit, type VendorCallLimit } from '../processing/vendor-call-limit.ts';
import { newChangeQueue } from './change-queue.ts';

/**
 * The evidence of a device, and the calls to a provider that failed. `paid` is the attempt for which the provider was
 * called and has to be paid, or `null`.
 */
export type DeviceResult = {
  readonly evidence: readonly NewEvidence[];
  readonly failedCalls: readonly FailedCall[];
  readonly paid: number | null;
};

/** The result for a request without a device event. */
export const noDevice: DeviceResult = { evidence: [], failedCalls: [], paid: null };

/** How many inspections attempts have had, those included that this process makes just now. */
type InspectionCounts = {
  readonly made: (profile: Profile) => number;
  readonly counted: <Left extends NotFound | Unavailable, Right>(
    profile: Profile,
    call: TaskEither<Left, Right>,
  ) => TaskEither<Left, Right>;
};

export type InspectionDeps = {
  readonly allowance: VendorCallLimit;
  readonly inspections: InspectionCounts;
  /** Writes the counts of one profile one after another: many requests at once may keep nothing. */
  readonly writeCount: ReturnType<typeof newChangeQueue>;
};

/** For how many attempts calls are remembered. The profiles themselves know those that are over. */
const maxAttempts = 10_000;

const newInspectionCounts = (): InspectionCounts => {
  const counts = lruCache<string, number>(maxAttempts);
  const keyOf = ({ attempt, id }: Profile): string => `${id}/${attempt.number}`;
  const made = (profile: Profile): number => Math.max(inspectionsOf(profile), counts.peek(keyOf(profile)) ?? 0);
  return {
    made,
    counted: (profile, call) => async () => {
      const key = keyOf(profile);
      counts.set(key, made(profile) + 1);
      const answer = await call();
      if (E.isLeft(answer) && wasNotSent(answer.left)) counts.set(key, Math.max(0, made(profile) - 1));
      return answer;
    },
  };
};

/** The same dependencies with the limits of inspections: ten in fifteen minutes, and twenty in an attempt. */
export const withInspections = <Deps extends ChangeDeps>(deps: Deps): Deps & InspectionDeps => ({
  ...deps,
  allowance: newVendorCallLimit(deps.clock),
  inspections: newInspectionCounts(),
  writeCount: newChangeQueue(deps),
});

/** Whether an event that is named has to be looked up: the one that counts already, and has facts, has not. */
const isUnknown = (profile: Profile, named: NewEvidence): boolean =>
  withoutRepetitions(profile, [named]).length > 0 || !currentEvidence(decisionInput(profile)).device?.value.facts;

const eventOf = (eventId: string): NewEvidence => ({ kind: 'device_event', eventId });

/** As much evidence as naming an event will make at most. */
export const namedEvent = (profile: Profile, eventId: string): readonly NewEvidence[] =>
  isUnknown(profile, eventOf(eventId))
    ? [eventOf(eventId), { kind: 'device', eventId, facts: null }]
    : [eventOf(eventId)];

/** Why an event is not taken that would have to be looked up: the attempt has had its inspections. */
export const inspectionRefusal = (
  { clock, inspections }: InspectionDeps & { readonly clock: Clock },
  profile: Profile,
  eventId: string,
): LimitReached | null =>
  isUnknown(profile, eventOf(eventId)) ? inspectionLimitOf(profile, inspections.made(profile), isoNow(clock)) : null;

/**
 * The named event, and what the provider knows about it. When the provider was called often enough, or has an outage,
 * the event is kept and inspected when the checks run; they inspect the last event alone.
 */
export const inspectNamedEvent = (
  deps: DeviceDeps & InspectionDeps & { readonly clock: Clock },
  loaded: Loaded,
  eventId: string | undefined,
): TaskEither<never, DeviceResult> => {
  const { profile } = loaded;
  if (eventId === undefined) return TE.right(noDevice);
  const event = eventOf(eventId);
  const named: DeviceResult = { ...noDevice, evidence: [event] };
  if (!isUnknown(profile, event) || deps.allowance.secondsToWait(profile.id) !== null) return TE.right(named);
  // Others of the same attempt may have been called for since this request was accepted.
  if (inspectionRefusal(deps, profile, eventId)) return TE.right(named);
  const call = vendorCallFor(loaded);
  const inspect: DeviceInspector['inspect'] = (asked) =>
    deps.inspections.counted(profile, deps.allowance.counted(profile.id, deps.devices.inspect(asked)));
  return pipe(
    observeDevice({ ...deps, devices: { inspect } }, call, { eventId, attempt: call.attempt }),
    TE.map((facts): DeviceResult => ({ ...named, evidence: [event, facts], paid: call.attempt })),
    TE.orElse((error) =>
      TE.right<never, DeviceResult>({
        ...named,
        paid: error.notSent ? null : call.attempt,
        failedCalls: isOfStore(error) ? [] : [{ observation: 'device', found: asFailedObservation('device', error) }],
      }),
    ),
  );
};

const failedInspection = ({ ids }: { readonly ids: IdGenerator }, forAttempt: number): Command => ({
  id: ids.id(),
  actor: actorOf(null),
  action: { type: 'inspection_failed', forAttempt },
});

/** Counts an inspection that was paid for without facts, beside the event. */
export const failedInspections = (
  deps: { readonly ids: IdGenerator },
  { evidence, paid }: DeviceResult,
): readonly Command[] =>
  paid === null || evidence.some(({ kind }) => kind === 'device') ? [] : [failedInspection(deps, paid)];

/**
 * Counts an inspection that was paid for by a request that is rejected, and passes on why it is. After an outage of the
 * database nothing can be counted, except in this process.
 */
export const countUnkept =
  <A>(deps: InspectionDeps & { readonly ids: IdGenerator }, profile: Profile, { paid }: DeviceResult) =>
  (error: DomainError): TaskEither<DomainError, A> =>
  async () => {
    if (paid !== null && error._tag !== 'Unavailable') {
      const plan = () => E.right([failedInspection(deps, paid)]);
      await deps.writeCount({ caller: null, id: profile.id, purpose: 'write', plan })();
    }
    return E.left(error);
  };
