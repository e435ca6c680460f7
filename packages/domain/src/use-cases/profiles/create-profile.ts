import { type ClaimedInput, claimedOf } from '../../evidence/claimed-input.ts';
import type { Claimed } from '../../evidence/evidence.ts';
import { keyedMutex } from '../../kernel/concurrency/keyed-mutex.ts';
import {
  type AlreadyExists,
  type ChangeLimitReached,
  type Invalid,
  invalid,
  type Unavailable,
  type VersionConflict,
  versionConflict,
} from '../../kernel/errors.ts';
import { E, pipe, type TaskEither, TE } from '../../kernel/fp.ts';
import type { MachinePrincipal } from '../../kernel/principal.ts';
import type { Policy } from '../../policy/policy.ts';
import type { IdGenerator } from '../../ports/id-generator.ts';
import { clockFault } from '../../ports/trusted-clock.ts';
import { applyElapsedTime, executeAll, type Rejection } from '../../profile/changes/execute.ts';
import type { Command } from '../../profile/commands.ts';
import type { FinalizedChange } from '../../profile/draft.ts';
import { inheritedDeclines, openProfile } from '../../profile/open-profile.ts';
import { newSettings, type RequestedSettings, requestedSettings } from '../../profile/partner-settings.ts';
import type { Profile } from '../../profile/profile.ts';
import { isOpen } from '../../profile/transitions.ts';
import type { ProfileView } from '../../profile/view.ts';
import { viewProfile } from '../../profile/view-profile.ts';
import { type ChangeDeps, isoNow, policyOf } from '../access/change-profile.ts';
import { actorOf } from '../access/flow-token.ts';
import { findApplied, type IdempotentRequest, operationId } from '../access/operation.ts';
import { currentProfileFor, profileFor } from '../access/records.ts';
import { changePorts, useCase } from '../access/use-case.ts';
import { type FlowLink, flowLink, type LinkDeps } from '../tokens/flow-link.ts';
import { type CreatePlan, planCreate } from './plan-create.ts';

export type CreateOutcome = 'created' | 'reused' | 'superseded';

/**
 * Creates a profile, or answers the one that the reference already has; parallel creates of one reference give one
 * profile.
 */
export type CreateProfile = (
  input: {
    readonly caller: MachinePrincipal;
    readonly reference: string;
    /** The newest version of `standard` where it is absent. */
    readonly policyId?: string | null;
    readonly claimed?: ClaimedInput;
    readonly forceNew?: boolean;
    /** Whether the links of an open profile stay alive; the answer has one more of the same generation. */
    readonly keepLink?: boolean;
    readonly scenario?: string | null;
  } & Partial<RequestedSettings> &
    IdempotentRequest,
) => TaskEither<
  Invalid | VersionConflict | ChangeLimitReached | Unavailable,
  { readonly outcome: CreateOutcome; readonly view: ProfileView; readonly link: FlowLink | null }
>;

type Deps = ChangeDeps &
  LinkDeps & {
    readonly ids: IdGenerator;
    readonly defaultLanguage: string;
    /** The scenarios that may be chosen; `null` outside the sandbox. */
    readonly scenarios: readonly string[] | null;
  };

type Given = Parameters<CreateProfile>[0];
type Input = Required<Pick<Given, 'policyId' | 'forceNew' | 'scenario'>> &
  RequestedSettings & { readonly claimed: Claimed } & Pick<Given, 'caller' | 'reference' | 'keepLink' | 'operation'>;
type Created = { readonly outcome: CreateOutcome; readonly profile: Profile; readonly link: boolean };
type LostRace = AlreadyExists | VersionConflict;

/** How often a create that lost a race retries with what the winner wrote. */
const maxTries = 64;

/** What is left out is asked for in no way. */
const complete = (given: Given): Input => ({
  ...given,
  policyId: given.policyId ?? null,
  claimed: claimedOf(given.claimed ?? {}),
  ...requestedSettings(given),
  forceNew: given.forceNew ?? false,
  scenario: given.scenario ?? null,
});

const choosePolicy = ({ policies }: Deps, { caller, policyId }: Input): TaskEither<Invalid | Unavailable, Policy> =>
  pipe(
    policies.latest(policyId ?? 'standard', caller.tenant),
    TE.mapLeft((error): Invalid | Unavailable =>
      error._tag === 'NotFound' ? invalid([{ pointer: '/policy', message: 'no such policy' }]) : error,
    ),
  );

const scenarioFault = ({ scenarios }: Deps, { scenario }: Input): Invalid | null =>
  scenario === null || scenarios?.includes(scenario)
    ? null
    : invalid([{ pointer: '/sandbox/scenario', message: 'no such scenario' }]);

const newProfileChange = (
  deps: Deps,
  input: Input,
  policy: Policy,
  now: string,
  previous: Profile | null,
): FinalizedChange =>
  openProfile(
    policy,
    {
      id: operationId(deps.ids, input, 'profile'),
      tenant: input.caller.tenant,
      reference: input.reference,
      claimed: input.claimed,
      ...newSettings(input, deps.defaultLanguage),
      salt: deps.ids.salt(),
      scenario: input.scenario,
      previousProfileId: previous?.id ?? null,
      ...inheritedDeclines(previous),
    },
    actorOf(input.caller),
    now,
  );

type Replacement = Extract<CreatePlan, { plan: 'replace' }>;

const supersedeCommands = (
  deps: Deps,
  input: Input,
  next: Profile,
  cancel: Replacement['cancel'],
): readonly Command[] => {
  const actor = actorOf(input.caller);
  const superseded: Command = {
    id: operationId(deps.ids, input, 'supersede'),
    actor,
    action: { type: 'supersede', next: next.id },
  };
  const canceled: Command = {
    id: operationId(deps.ids, input, 'cancel'),
    actor,
    action: { type: 'canceled', ...(cancel === 'policy_changed' && { replaced: true }), note: null },
  };
  return cancel === null ? [superseded] : [canceled, superseded];
};

const insertNew = (
  deps: Deps,
  input: Input,
  policy: Policy,
  now: string,
): TaskEither<LostRace | Unavailable, Created> => {
  const added = newProfileChange(deps, input, policy, now, null);
  return pipe(
    deps.profiles.insert(added, null),
    TE.map((): Created => ({ outcome: 'created', profile: added.profile, link: true })),
  );
};

/** Replaces an existing profile, which is judged under its own policy only. */
const replaceProfile = (
  deps: Deps,
  input: Input,
  policies: { readonly next: Policy; readonly before: Policy },
  plan: Replacement,
  now: string,
): TaskEither<LostRace | Rejection | Unavailable, Created> => {
  const added = newProfileChange(deps, input, policies.next, now, plan.existing);
  const replaced = executeAll(
    policies.before,
    plan.existing,
    supersedeCommands(deps, input, added.profile, plan.cancel),
    now,
  );
  if (E.isLeft(replaced)) return TE.left(replaced.left);
  return pipe(
    deps.profiles.insert(added, replaced.right),
    TE.map((): Created => ({ outcome: 'superseded', profile: added.profile, link: true })),
  );
};

const reuseProfile = (
  deps: Deps,
  input: Input,
  policy: Policy,
  plan: Extract<CreatePlan, { plan: 'reuse' }>,
  now: string,
): TaskEither<LostRace | Rejection | Unavailable, Created> => {
  if (!plan.newLink) {
    const touched = applyElapsedTime(policy, plan.existing, now);
    const asItIs: Created = { outcome: 'reused', profile: touched.profile, link: false };
    return touched.entries.length === 0
      ? TE.right(asItIs)
      : pipe(
          deps.profiles.commit(touched),
          TE.map(() => asItIs),
        );
  }
  const command: Command = {
    id: operationId(deps.ids, input, 'command'),
    actor: actorOf(input.caller),
    action: { type: 'reuse', claimed: input.claimed, ...requestedSettings(input), keepLink: input.keepLink === true },
  };
  const done = executeAll(policy, plan.existing, [command], now);
  if (E.isLeft(done)) return TE.left(done.left);
  return pipe(
    deps.profiles.commit(done.right),
    TE.map((): Created => ({ outcome: 'reused', profile: done.right.profile, link: true })),
  );
};

const existingPolicy = (deps: Deps, existing: Profile | null, policy: Policy): TaskEither<Unavailable, Policy> =>
  existing === null ? TE.right(policy) : policyOf(deps, existing);

const createOnce = (
  deps: Deps,
  input: Input,
  policy: Policy,
): TaskEither<LostRace | Rejection | Unavailable, Created> =>
  pipe(
    TE.Do,
    TE.bindW('stored', () => currentProfileFor(deps, input.caller, input.reference)),
    TE.bindW('before', ({ stored }) => existingPolicy(deps, stored, policy)),
    TE.bindW('done', ({ stored }) => (stored ? findConcurrentResult(deps, input) : TE.right(null))),
    TE.flatMap(({ stored, before, done }) => {
      if (done) return TE.right(done);
      const fault = clockFault(deps.clock);
      if (fault) return TE.left(fault);
      const now = isoNow(deps.clock);
      const seen = stored && applyElapsedTime(before, stored, now).profile;
      const plan = planCreate(seen, policy, input.forceNew);
      if (plan.plan === 'create' || !stored) return insertNew(deps, input, policy, now);
      return plan.plan === 'reuse'
        ? reuseProfile(deps, input, before, { ...plan, existing: stored }, now)
        : replaceProfile(deps, input, { next: policy, before }, { ...plan, existing: stored }, now);
    }),
  );

const isLostRace = (error: LostRace | Rejection | Unavailable): error is LostRace =>
  error._tag === 'AlreadyExists' || error._tag === 'VersionConflict';

/**
 * The result of an earlier attempt of the same operation: the profile that it created, or the one to which it applied
 * the reuse. `null` means nothing yet.
 */
const findEarlierResult = (deps: Deps, input: Input): TaskEither<Unavailable, Created | null> => {
  if (!input.operation?.isRetry) return TE.right(null);
  const byItsId = profileFor(deps, input.caller, operationId(deps.ids, input, 'profile'));
  return pipe(
    byItsId,
    TE.map((profile): Created | null => ({
      outcome: profile.previousProfileId === null ? 'created' : 'superseded',
      profile,
      link: isOpen(profile.status),
    })),
    TE.orElse((error) => (error._tag === 'NotFound' ? findEarlierReuse(deps, input) : TE.left(error))),
  );
};

const findEarlierReuse = (deps: Deps, input: Input): TaskEither<Unavailable, Created | null> =>
  pipe(
    currentProfileFor(deps, input.caller, input.reference),
    TE.map((profile): Created | null =>
      profile && findApplied(profile, operationId(deps.ids, input, 'command'))
        ? { outcome: 'reused', profile, link: isOpen(profile.status) }
        : null,
    ),
  );

/** The operation after a race was lost: another attempt of it may have won. */
const asRetry = ({ operation, ...input }: Input): Input =>
  operation ? { ...input, operation: { ...operation, isRetry: true } } : input;

/**
 * The result of another attempt while this one, the first, was delayed: the reference may then have a profile that this
 * attempt must not reuse.
 */
const findConcurrentResult = (deps: Deps, input: Input): TaskEither<Unavailable, Created | null> =>
  input.operation?.isRetry === false ? findEarlierResult(deps, asRetry(input)) : TE.right(null);

const createWithRetries = (
  deps: Deps,
  input: Input,
  policy: Policy,
  triesLeft: number,
): TaskEither<LostRace | Rejection | Unavailable, Created> =>
  pipe(
    findEarlierResult(deps, input),
    TE.flatMap((done) => (done ? TE.right(done) : createOnce(deps, input, policy))),
    TE.orElse((error) =>
      isLostRace(error) && triesLeft > 1
        ? createWithRetries(deps, asRetry(input), policy, triesLeft - 1)
        : TE.left(error),
    ),
  );

type CallerError = Invalid | VersionConflict | ChangeLimitReached | Unavailable;

/** A race that was lost too often, or a profile that changed meanwhile, is a conflict for the caller. */
const asCallerError = (error: LostRace | Rejection | Unavailable | Invalid): CallerError =>
  error._tag === 'Unavailable' || error._tag === 'Invalid' || error._tag === 'ChangeLimitReached'
    ? error
    : versionConflict;

export const createProfile = useCase(
  'createProfile',
  [...changePorts, 'ids', 'tokens', 'clientUrl', 'defaultLanguage'],
  (deps: Deps): CreateProfile => {
    const mutex = keyedMutex();
    return (given) => {
      const input = complete(given);
      const fault = scenarioFault(deps, input);
      if (fault) return TE.left(fault);
      const { partnerId, teamId } = input.caller.tenant;
      const key = JSON.stringify([partnerId, teamId, input.reference]);
      return pipe(
        TE.Do,
        TE.bindW('policy', () => choosePolicy(deps, input)),
        TE.bindW('created', ({ policy }) => mutex(key, createWithRetries(deps, input, policy, maxTries))),
        TE.bindW('link', ({ created }) => (created.link ? flowLink(deps, created.profile) : TE.right(null))),
        TE.bindW('policyOfIt', ({ created, policy }) => existingPolicy(deps, created.profile, policy)),
        TE.map(({ created, link, policyOfIt }) => ({
          outcome: created.outcome,
          view: viewProfile(policyOfIt, created.profile, isoNow(deps.clock)),
          link,
        })),
        TE.mapLeft(asCallerError),
      );
    };
  },
);
