import { E, type Either, pipe, type TaskEither, TE } from '../../kernel/fp.ts';
import type { ProfileId } from '../../kernel/ids.ts';
import type { Principal } from '../../kernel/principal.ts';
import type { Policy } from '../../policy/policy.ts';
import { standardPolicy } from '../../policy/standard-policy.ts';
import { clockFault } from '../../ports/trusted-clock.ts';
import { announceErasure, completeErasure, requestErasure } from '../../profile/changes/erasure.ts';
import { executeAll, type Rejection } from '../../profile/changes/execute.ts';
import type { Command, ProfileAction } from '../../profile/commands.ts';
import { type FinalizedChange, finalize, type ProfileDraft } from '../../profile/draft.ts';
import type { Profile } from '../../profile/profile.ts';
import {
  type ChangeDeps,
  type ChangeError,
  countingBytes,
  fetchProfile,
  isoNow,
  policyOf,
  retryOnConflict,
} from './change-profile.ts';

/** A command that erases, or announces it. */
export type ErasingCommand = Command & {
  readonly action: Extract<ProfileAction, { readonly type: 'announce_erasure' | 'erase' | 'erased' }>;
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
    : pipe(
        policyOf(deps, profile),
        TE.map((policy): Policy | null => policy),
        TE.orElse(() => TE.right(null)),
      );

/**
 * A draft must have a policy. Erasing would take only a retention date from it, and that date is erased with everything
 * else.
 */
const placeholderPolicy = standardPolicy({ livenessThreshold: 75, specimens: false });

const perform = (draft: ProfileDraft, action: ErasingCommand['action']): Either<Rejection, ProfileDraft> => {
  switch (action.type) {
    case 'announce_erasure':
      return E.right(announceErasure(draft, action.at));
    case 'erase':
      return requestErasure(draft, action.because);
    case 'erased':
      return completeErasure(draft);
  }
};

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
  return pipe(
    perform(draft, action),
    E.map((done) => finalize(done, id)),
  );
};

const eraseOnce =
  (deps: ChangeDeps, { caller, id, plan }: ErasureRequest): TaskEither<ChangeError, Profile> =>
  async () => {
    const found = await fetchProfile(deps, caller, id)();
    if (E.isLeft(found)) return found;
    const { right: profile } = found;
    const policy = await readablePolicy(deps, profile)();
    if (E.isLeft(policy)) return policy;
    const fault = clockFault(deps.clock);
    if (fault) return E.left(fault);
    const command = plan(profile);
    if (!command) return found;
    const now = isoNow(deps.clock);
    const step = policy.right
      ? executeAll(policy.right, profile, [command], now)
      : eraseWithoutPolicy(profile, command, now);
    if (E.isLeft(step)) return step;
    const { right: change } = step;
    if (change.entries.length === 0) return found;
    const written = await deps.profiles.commit(countingBytes(profile, change))();
    return E.isLeft(written) ? written : E.right(change.profile);
  };

/**
 * Works like `changeProfile`, for erasing, which needs no policy: a damaged or missing policy must not keep anybody's
 * data. Where the policy can be read, what has become due is applied first.
 */
export const changeForErasure = (deps: ChangeDeps, request: ErasureRequest): TaskEither<ChangeError, Profile> =>
  retryOnConflict(eraseOnce(deps, request));
