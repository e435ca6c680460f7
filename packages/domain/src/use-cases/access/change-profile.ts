import {
  type FlowEnded,
  type InvalidToken,
  type NotFound,
  type PreconditionFailed,
  preconditionFailed,
  type Unavailable,
  unavailable,
  type VersionConflict,
} from '../../kernel/errors.ts';
import { E, type Either, pipe, type TaskEither, TE } from '../../kernel/fp.ts';
import type { ProfileId } from '../../kernel/ids.ts';
import type { Principal } from '../../kernel/principal.ts';
import type { LedgerEntry } from '../../ledger/entry.ts';
import type { Policy } from '../../policy/policy.ts';
import { standardPolicy } from '../../policy/standard-policy.ts';
import type { Clock } from '../../ports/clock.ts';
import type { PolicyStore } from '../../ports/stores/policy-store.ts';
import type { ProfileStore } from '../../ports/stores/profile-store.ts';
import { completeErasure, requestErasure } from '../../profile/changes/erasure.ts';
import { applyElapsedTime, executeAll, type Rejection } from '../../profile/changes/execute.ts';
import type { Command, ProfileAction } from '../../profile/commands.ts';
import { type FinalizedChange, finalize, type ProfileDraft } from '../../profile/draft.ts';
import type { Profile } from '../../profile/profile.ts';
import { findApplied } from '../idempotency/operation.ts';
import { checkFlowToken, openingCommand, type Purpose } from './flow-token.ts';
import { profileFor } from './records.ts';

/** What every change of a profile needs. */
export type ChangeDeps = {
  readonly profiles: ProfileStore;
  readonly policies: PolicyStore;
  readonly clock: Clock;
};

/** A profile with the policy under which it is verified. */
export type Loaded = { readonly profile: Profile; readonly policy: Policy };
/**
 * A changed profile and the entries that the change added. `appliedSeq` means that an earlier attempt made the change,
 * and its last entry has this `seq`; then this attempt added nothing.
 */
export type Changed = Loaded & { readonly entries: readonly LedgerEntry[]; readonly appliedSeq?: number };

export type LoadError = NotFound | InvalidToken | FlowEnded | Unavailable;
export type ChangeError = LoadError | VersionConflict | PreconditionFailed | Rejection;

/** The present as ISO 8601 UTC with milliseconds. */
export const isoNow = (clock: Clock): string => new Date(clock.now()).toISOString();

/** The policy of a profile. A missing policy is an outage, since no profile outlives its policy. */
export const policyOf = (
  { policies }: Pick<ChangeDeps, 'policies'>,
  profile: Profile,
): TaskEither<Unavailable, Policy> =>
  TE.mapLeft((error: NotFound | Unavailable) =>
    error._tag === 'NotFound' ? unavailable('database', 'no such policy', 'rejected') : error,
  )(policies.get(profile.policy));

/** Reads a profile by its id, if the caller may access it. */
const fetchProfile = (
  deps: ChangeDeps,
  caller: Principal | null,
  id: ProfileId,
): TaskEither<NotFound | Unavailable, Profile> =>
  caller === null ? deps.profiles.getAny(id) : profileFor(deps, caller, id);

/** Loads a profile and its policy for a caller (`null`: the service itself), before anything is applied to it. */
export const loadFor = (
  deps: ChangeDeps,
  caller: Principal | null,
  id: ProfileId,
  purpose: Purpose,
): TaskEither<LoadError, Loaded> =>
  pipe(
    TE.Do,
    TE.bindW('profile', () => fetchProfile(deps, caller, id)),
    TE.bindW('policy', ({ profile }) => policyOf(deps, profile)),
    TE.map(({ profile, policy }) => ({
      policy,
      profile: applyElapsedTime(policy, profile, isoNow(deps.clock)).profile,
    })),
    TE.flatMap((loaded) => TE.fromEither(E.map(() => loaded)(checkFlowToken(caller, loaded.profile, purpose)))),
  );

/**
 * How often a change is attempted: when two writers have the same version, the slower one decides again on what the
 * faster one wrote.
 */
const maxAttempts = 3;

const commit = (
  deps: ChangeDeps,
  policy: Policy,
  change: FinalizedChange,
): TaskEither<VersionConflict | Unavailable, Changed> =>
  change.entries.length === 0
    ? TE.right({ ...change, policy })
    : TE.map(() => ({ ...change, policy }))(deps.profiles.commit(change));

/** Decides which commands to apply to a loaded profile. Without a command only what has become due is applied. */
export type CommandPlan = (loaded: Loaded) => Either<Rejection, readonly Command[]>;

export type ChangeRequest = {
  readonly caller: Principal | null;
  readonly id: ProfileId;
  readonly purpose: Purpose;
  /** The version that the caller expects the profile to have. */
  readonly expectedVersion?: number | null;
  /**
   * The command that an earlier attempt may have applied; where it did, no version is expected, and nothing is planned
   * or written.
   */
  readonly commandId?: string;
  readonly plan: CommandPlan;
};

const changeOnce = (deps: ChangeDeps, request: ChangeRequest): TaskEither<ChangeError, Changed> => {
  const { caller, id, purpose, expectedVersion = null, plan, commandId: repeats = '' } = request;
  return pipe(
    TE.Do,
    TE.bindW('profile', () => fetchProfile(deps, caller, id)),
    TE.bindW('policy', ({ profile }) => policyOf(deps, profile)),
    TE.flatMap((stored) => {
      const now = isoNow(deps.clock);
      const present = { policy: stored.policy, profile: applyElapsedTime(stored.policy, stored.profile, now).profile };
      const done = findApplied(stored.profile, repeats);
      const use = checkFlowToken(caller, present.profile, done ? 'read' : purpose);
      if (E.isLeft(use)) return TE.left<ChangeError, Changed>(use.left);
      if (done) return TE.right<ChangeError, Changed>({ ...present, entries: [], appliedSeq: done.seq });
      if (expectedVersion !== null && expectedVersion !== stored.profile.version) return TE.left(preconditionFailed);
      const planned = plan(present);
      if (E.isLeft(planned)) return TE.left(planned.left);
      const step = executeAll(
        stored.policy,
        stored.profile,
        [...openingCommand(caller, present.profile), ...planned.right],
        now,
      );
      return E.isLeft(step) ? TE.left(step.left) : commit(deps, stored.policy, step.right);
    }),
  );
};

const retryOnConflict = <A>(once: TaskEither<ChangeError, A>, left = maxAttempts): TaskEither<ChangeError, A> =>
  TE.orElse((error: ChangeError) =>
    error._tag === 'VersionConflict' && left > 1 ? retryOnConflict(once, left - 1) : TE.left(error),
  )(once);

/**
 * Changes a stored profile; this is the one way to do it. It loads, lets the rules decide, and writes the entries and
 * the row together. When another writer was faster it loads and decides again, three times in all, then answers
 * `VersionConflict`.
 */
export const changeProfile = (deps: ChangeDeps, request: ChangeRequest): TaskEither<ChangeError, Changed> =>
  retryOnConflict(changeOnce(deps, request));

/** A command that erases. */
export type ErasingCommand = Command & {
  readonly action: Extract<ProfileAction, { readonly type: 'erase' | 'erased' }>;
};

export type ErasureRequest = {
  readonly caller: Principal | null;
  readonly id: ProfileId;
  /** Decides what to do with the profile as it is stored; `null` means nothing. */
  readonly plan: (profile: Profile) => ErasingCommand | null;
};

/** The policy of a profile, if there is one that can be read. A profile that is being erased no longer needs it. */
const readablePolicy = (deps: ChangeDeps, profile: Profile): TaskEither<never, Policy | null> =>
  profile.redaction
    ? TE.right(null)
    : TE.orElse(() => TE.right<never, Policy | null>(null))(
        TE.map((policy: Policy): Policy | null => policy)(policyOf(deps, profile)),
      );

/**
 * A draft must have a policy. Erasing would take only a retention date from it, and that date is erased with everything
 * else.
 */
const placeholderPolicy = standardPolicy({ livenessThreshold: 75, specimens: false });

/**
 * Erases without a policy, and therefore without applying what has become due: only the policy says how that is to be
 * recorded.
 */
const eraseWithoutPolicy = (
  profile: Profile,
  { id, actor, action }: ErasingCommand,
  now: string,
): Either<Rejection, FinalizedChange> => {
  const at = now < profile.updatedAt ? profile.updatedAt : now;
  const draft: ProfileDraft = { policy: placeholderPolicy, profile, entries: [], actor, now: at };
  const done = action.type === 'erase' ? requestErasure(draft, action.because) : completeErasure(draft);
  return E.map((erased: ProfileDraft) => finalize(erased, id))(done);
};

const eraseOnce = (deps: ChangeDeps, { caller, id, plan }: ErasureRequest): TaskEither<ChangeError, Profile> =>
  pipe(
    TE.Do,
    TE.bindW('profile', () => fetchProfile(deps, caller, id)),
    TE.bindW('policy', ({ profile }) => readablePolicy(deps, profile)),
    TE.flatMap(({ policy, profile }): TaskEither<ChangeError, Profile> => {
      const command = plan(profile);
      if (!command) return TE.right(profile);
      const now = isoNow(deps.clock);
      const step = policy ? executeAll(policy, profile, [command], now) : eraseWithoutPolicy(profile, command, now);
      if (E.isLeft(step)) return TE.left(step.left);
      const { right: change } = step;
      return change.entries.length === 0
        ? TE.right(profile)
        : TE.map(() => change.profile)(deps.profiles.commit(change));
    }),
  );

/**
 * Works like `changeProfile`, for erasing, which needs no policy: a damaged or missing policy must not keep anybody's
 * data. Where the policy can be read, what has become due is applied first.
 */
export const changeForErasure = (deps: ChangeDeps, request: ErasureRequest): TaskEither<ChangeError, Profile> =>
  retryOnConflict(eraseOnce(deps, request));
