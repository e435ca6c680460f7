import type { MachineCaller } from '../../access/caller.ts';
import { currentProfileFor, profileFor } from '../../access/records.ts';
import type { Policy } from '../../decision/policy.ts';
import {
  type AlreadyExists,
  type Invalid,
  invalid,
  type NotFound,
  type Unavailable,
  type VersionConflict,
  versionConflict,
} from '../../errors.ts';
import type { Claimed } from '../../evidence/evidence.ts';
import { E, pipe, type TaskEither, TE } from '../../fp.ts';
import type { Ids } from '../../ports/ids.ts';
import type { Command } from '../../profile/commands.ts';
import { type CreatePlan, planCreate } from '../../profile/create-or-reuse.ts';
import type { Sealed } from '../../profile/draft.ts';
import { applyTime, executeAll, type Refusal } from '../../profile/execute.ts';
import { openProfile } from '../../profile/open-profile.ts';
import type { Profile } from '../../profile/profile.ts';
import { isOpen } from '../../profile/transitions.ts';
import type { ProfileView } from '../../profile/view.ts';
import { viewProfile } from '../../profile/view-profile.ts';
import { actorOf } from '../flow/flow-access.ts';
import { appliedIn, idIn, type Repeatable } from '../once/operation.ts';
import { type ChangeNeeds, nowOf, policyOf } from '../running/change-profile.ts';
import { inTurn } from '../running/in-turn.ts';
import { type FlowLink, flowLink, type LinkNeeds } from './flow-link.ts';

export type CreateOutcome = 'created' | 'reused' | 'superseded';

/**
 * Creates a profile, or answers the one that the reference already has; parallel creates of one reference give one
 * profile.
 */
export type CreateProfile = (
  input: {
    readonly caller: MachineCaller;
    readonly reference: string;
    readonly policyId: string | null;
    readonly claimed: Claimed;
    readonly language: string | null;
    readonly metadata: { readonly [key: string]: string };
    readonly redirectUrl: string | null;
    readonly forceNew: boolean;
    readonly scenario: string | null;
  } & Repeatable,
) => TaskEither<
  Invalid | VersionConflict | Unavailable,
  { readonly outcome: CreateOutcome; readonly view: ProfileView; readonly link: FlowLink | null }
>;

type Needs = ChangeNeeds &
  LinkNeeds & {
    readonly ids: Ids;
    readonly defaultLanguage: string;
    /** The scenarios that may be chosen; `null` outside the sandbox. */
    readonly scenarios: readonly string[] | null;
  };

type Input = Parameters<CreateProfile>[0];
type Created = { readonly outcome: CreateOutcome; readonly profile: Profile; readonly link: boolean };
type Lost = AlreadyExists | VersionConflict;

/** How often a create that lost a race retries with what the winner wrote. */
const tries = 64;

const choosePolicy = ({ policies }: Needs, { caller, policyId }: Input): TaskEither<Invalid | Unavailable, Policy> =>
  TE.mapLeft((error: NotFound | Unavailable): Invalid | Unavailable =>
    error._tag === 'NotFound' ? invalid([{ pointer: '/policy', message: 'no such policy' }]) : error,
  )(policies.latest(policyId ?? 'standard', caller.tenant));

const scenarioFault = ({ scenarios }: Needs, { scenario }: Input): Invalid | null =>
  scenario === null || scenarios?.includes(scenario)
    ? null
    : invalid([{ pointer: '/sandbox/scenario', message: 'no such scenario' }]);

const begin = (needs: Needs, input: Input, policy: Policy, now: string, previous: Profile | null): Sealed =>
  openProfile(
    policy,
    {
      id: idIn(needs.ids, input, 'profile'),
      tenant: input.caller.tenant,
      reference: input.reference,
      claimed: input.claimed,
      language: input.language ?? needs.defaultLanguage,
      metadata: input.metadata,
      redirectUrl: input.redirectUrl,
      salt: needs.ids.salt(),
      scenario: input.scenario,
      previousProfileId: previous?.id ?? null,
    },
    actorOf(input.caller),
    now,
  );

const farewell = (needs: Needs, input: Input, next: Profile, cancel: boolean): readonly Command[] => {
  const actor = actorOf(input.caller);
  const superseded: Command = {
    id: idIn(needs.ids, input, 'supersede'),
    actor,
    action: { type: 'supersede', next: next.id },
  };
  const canceled: Command = {
    id: idIn(needs.ids, input, 'cancel'),
    actor,
    action: { type: 'canceled', replaced: true, note: null },
  };
  return cancel ? [canceled, superseded] : [superseded];
};

const insertNew = (
  needs: Needs,
  input: Input,
  policy: Policy,
  now: string,
): TaskEither<Lost | Unavailable, Created> => {
  const added = begin(needs, input, policy, now, null);
  return TE.map((): Created => ({ outcome: 'created', profile: added.profile, link: true }))(
    needs.profiles.insert(added, null),
  );
};

/** Replaces an existing profile, which is judged under its own policy only. */
const replace = (
  needs: Needs,
  input: Input,
  policies: { readonly next: Policy; readonly before: Policy },
  plan: Extract<CreatePlan, { plan: 'replace' }>,
  now: string,
): TaskEither<Lost | Refusal | Unavailable, Created> => {
  const added = begin(needs, input, policies.next, now, plan.existing);
  const replaced = executeAll(policies.before, plan.existing, farewell(needs, input, added.profile, plan.cancel), now);
  if (E.isLeft(replaced)) return TE.left(replaced.left);
  return TE.map((): Created => ({ outcome: 'superseded', profile: added.profile, link: true }))(
    needs.profiles.insert(added, replaced.right),
  );
};

const reuse = (
  needs: Needs,
  input: Input,
  policy: Policy,
  plan: Extract<CreatePlan, { plan: 'reuse' }>,
  now: string,
): TaskEither<Lost | Refusal | Unavailable, Created> => {
  if (!plan.newLink) {
    const touched = applyTime(policy, plan.existing, now);
    const asItIs: Created = { outcome: 'reused', profile: touched.profile, link: false };
    return touched.entries.length === 0 ? TE.right(asItIs) : TE.map(() => asItIs)(needs.profiles.commit(touched));
  }
  const { claimed, language, metadata, redirectUrl } = input;
  const command: Command = {
    id: idIn(needs.ids, input, 'command'),
    actor: actorOf(input.caller),
    action: { type: 'reuse', claimed, metadata, language, redirectUrl },
  };
  const done = executeAll(policy, plan.existing, [command], now);
  if (E.isLeft(done)) return TE.left(done.left);
  return TE.map((): Created => ({ outcome: 'reused', profile: done.right.profile, link: true }))(
    needs.profiles.commit(done.right),
  );
};

const existingPolicy = (needs: Needs, existing: Profile | null, policy: Policy): TaskEither<Unavailable, Policy> =>
  existing === null ? TE.right(policy) : policyOf(needs, existing);

const createOnce = (needs: Needs, input: Input, policy: Policy): TaskEither<Lost | Refusal | Unavailable, Created> =>
  pipe(
    TE.Do,
    TE.bindW('stored', () => currentProfileFor(needs, input.caller, input.reference)),
    TE.bindW('before', ({ stored }) => existingPolicy(needs, stored, policy)),
    TE.bindW('done', ({ stored }) => (stored ? doneMeanwhile(needs, input) : TE.right(null))),
    TE.flatMap(({ stored, before, done }): TaskEither<Lost | Refusal | Unavailable, Created> => {
      if (done) return TE.right(done);
      const now = nowOf(needs.clock);
      const seen = stored && applyTime(before, stored, now).profile;
      const plan = planCreate(seen, policy, input.forceNew);
      if (plan.plan === 'create' || !stored) return insertNew(needs, input, policy, now);
      return plan.plan === 'reuse'
        ? reuse(needs, input, before, { ...plan, existing: stored }, now)
        : replace(needs, input, { next: policy, before }, { ...plan, existing: stored }, now);
    }),
  );

const isLost = (error: Lost | Refusal | Unavailable): error is Lost =>
  error._tag === 'AlreadyExists' || error._tag === 'VersionConflict';

/**
 * What an earlier attempt of the same operation has done: the profile that it created, or the one to which it applied
 * the reuse. `null` means nothing yet.
 */
const doneBefore = (needs: Needs, input: Input): TaskEither<Unavailable, Created | null> => {
  if (!input.operation?.again) return TE.right(null);
  const byItsId = profileFor(needs, input.caller, idIn(needs.ids, input, 'profile'));
  return pipe(
    byItsId,
    TE.map((profile): Created | null => ({
      outcome: profile.previousProfileId === null ? 'created' : 'superseded',
      profile,
      link: isOpen(profile.status),
    })),
    TE.orElse((error) => (error._tag === 'NotFound' ? reusedBefore(needs, input) : TE.left(error))),
  );
};

const reusedBefore = (needs: Needs, input: Input): TaskEither<Unavailable, Created | null> =>
  TE.map((profile: Profile | null): Created | null =>
    profile && appliedIn(profile, idIn(needs.ids, input, 'command'))
      ? { outcome: 'reused', profile, link: isOpen(profile.status) }
      : null,
  )(currentProfileFor(needs, input.caller, input.reference));

/** The operation after a race was lost: another attempt of it may have won. */
const afterALoss = ({ operation, ...input }: Input): Input =>
  operation ? { ...input, operation: { ...operation, again: true } } : input;

/**
 * What another attempt has done while this one, the first, was delayed: the reference may then have a profile that this
 * attempt must not reuse.
 */
const doneMeanwhile = (needs: Needs, input: Input): TaskEither<Unavailable, Created | null> =>
  input.operation?.again === false ? doneBefore(needs, afterALoss(input)) : TE.right(null);

const createWithin = (
  needs: Needs,
  input: Input,
  policy: Policy,
  left: number,
): TaskEither<Lost | Refusal | Unavailable, Created> =>
  pipe(
    doneBefore(needs, input),
    TE.flatMap(
      (done): TaskEither<Lost | Refusal | Unavailable, Created> =>
        done ? TE.right(done) : createOnce(needs, input, policy),
    ),
    TE.orElse((error) =>
      isLost(error) && left > 1 ? createWithin(needs, afterALoss(input), policy, left - 1) : TE.left(error),
    ),
  );

/** A race that was lost too often, or a profile that changed meanwhile, is a conflict for the caller. */
const asAnswer = (error: Lost | Refusal | Unavailable | Invalid): Invalid | VersionConflict | Unavailable =>
  error._tag === 'Unavailable' || error._tag === 'Invalid' ? error : versionConflict;

export const createProfile = (needs: Needs): CreateProfile => {
  const oneByOne = inTurn();
  return (input) => {
    const fault = scenarioFault(needs, input);
    if (fault) return TE.left(fault);
    const { partnerId, teamId } = input.caller.tenant;
    const key = JSON.stringify([partnerId, teamId, input.reference]);
    return pipe(
      TE.Do,
      TE.bindW('policy', () => choosePolicy(needs, input)),
      TE.bindW('created', ({ policy }) => oneByOne(key, createWithin(needs, input, policy, tries))),
      TE.bindW('link', ({ created }) => (created.link ? flowLink(needs, created.profile) : TE.right(null))),
      TE.bindW('policyOfIt', ({ created, policy }) => existingPolicy(needs, created.profile, policy)),
      TE.map(({ created, link, policyOfIt }) => ({
        outcome: created.outcome,
        view: viewProfile(policyOfIt, created.profile, nowOf(needs.clock)),
        link,
      })),
      TE.mapLeft(asAnswer),
    );
  };
};
