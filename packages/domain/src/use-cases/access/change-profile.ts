import {
  contradictedRecord,
  type FlowEnded,
  type InvalidToken,
  type NotFound,
  type PreconditionFailed,
  preconditionFailed,
  type StorageFull,
  type Unavailable,
  type VersionConflict,
} from '../../kernel/errors.ts';
import { E, type Either, pipe, type TaskEither, TE } from '../../kernel/fp.ts';
import type { ProfileId } from '../../kernel/ids.ts';
import type { Principal, RequestTrace } from '../../kernel/principal.ts';
import type { LedgerEntry } from '../../ledger/entry.ts';
import type { Policy } from '../../policy/policy.ts';
import type { Clock } from '../../ports/clock.ts';
import type { PolicyStore } from '../../ports/stores/policy-store.ts';
import type { ProfileChange, ProfileStore } from '../../ports/stores/profile-store.ts';
import { clockFault } from '../../ports/trusted-clock.ts';
import { applyElapsedTime, executeAll, type Rejection } from '../../profile/changes/execute.ts';
import { storedBytes } from '../../profile/changes/stored-bytes.ts';
import type { Command } from '../../profile/commands.ts';
import type { FinalizedChange } from '../../profile/draft.ts';
import type { Profile } from '../../profile/profile.ts';
import { EvidenceCodec } from '../../serialization/evidence-codec.ts';
import { checkFlowToken, openingCommand, type Purpose } from './flow-token.ts';
import { findApplied } from './operation.ts';
import { profileFor } from './records.ts';

/** The ports for every change of a profile. */
export type ChangeDeps = {
  readonly profiles: ProfileStore;
  readonly policies: PolicyStore;
  readonly clock: Clock;
};

/** A profile with the policy under which it is verified, and the request for which it was loaded, if there is one. */
export type Loaded = {
  readonly profile: Profile;
  readonly policy: Policy;
  readonly request?: RequestTrace | undefined;
};

/**
 * The loaded state for a caller: `stored` is the profile as the store has it, and `profile` is the same one with what
 * has become due applied. The later steps of a request begin from it and do not load it again. Whether somebody else
 * has written meanwhile is found out by the version at the write.
 */
export type Snapshot = Loaded & {
  readonly stored: Profile;
  readonly caller: Principal | null;
  /** When the store answered or took `stored`, in milliseconds since 1970. */
  readonly loadedAt: number;
};

/** A use case that a request calls takes this: what was loaded for the request's caller before. */
export type FromSnapshot = { readonly snapshot?: Snapshot | null };

/**
 * A changed profile and the entries that the change added. `appliedSeq` means that an earlier attempt made the change,
 * and its last entry has this `seq`; then this attempt added nothing.
 */
export type Changed = Snapshot & { readonly entries: readonly LedgerEntry[]; readonly appliedSeq?: number };

export type LoadError = NotFound | InvalidToken | FlowEnded | Unavailable;
export type ChangeError = LoadError | VersionConflict | PreconditionFailed | StorageFull | Rejection;

/** The present as ISO 8601 UTC with milliseconds. */
export const isoNow = (clock: Clock): string => new Date(clock.now()).toISOString();

/** The policy of a profile. A missing policy is an outage, since no profile outlives its policy. */
export const policyOf = (
  { policies }: Pick<ChangeDeps, 'policies'>,
  { policy: ref }: Profile,
): TaskEither<Unavailable, Policy> =>
  pipe(
    policies.get(ref),
    TE.mapLeft((error) => (error._tag === 'NotFound' ? contradictedRecord('no such policy') : error)),
  );

/** Reads a profile by its id, if the caller may access it. */
export const fetchProfile = (
  deps: ChangeDeps,
  caller: Principal | null,
  id: ProfileId,
): TaskEither<NotFound | Unavailable, Profile> =>
  caller === null ? deps.profiles.getAny(id) : profileFor(deps, caller, id);

type Basis = Omit<Snapshot, 'profile'>;

/** Applies to a stored profile what has become due until `now`. */
export const snapshotAt = (now: string, { caller, loadedAt, policy, request, stored }: Basis): Snapshot => ({
  caller,
  loadedAt,
  policy,
  stored,
  request: caller?.request ?? request,
  profile: applyElapsedTime(policy, stored, now).profile,
});

/** The age from which a snapshot says too little to store a file by it: about the time that preparing a photo takes. */
const maxUploadSnapshotMs = 1000;

/**
 * The snapshot, if a file may be stored by it. Its body may have taken minutes to arrive, in which the link or the
 * profile may have ended, and then the file should not be stored at all.
 */
export const forUpload = (
  { clock }: Pick<ChangeDeps, 'clock'>,
  snapshot: Snapshot | null | undefined,
): Snapshot | null => (snapshot && Math.abs(clock.now() - snapshot.loadedAt) <= maxUploadSnapshotMs ? snapshot : null);

/** The same snapshot for the service itself, which continues with a profile that a request has loaded or changed. */
export const asService = (snapshot: Snapshot): Snapshot => ({ ...snapshot, caller: null });

/** Whether a change may begin from a snapshot: it was loaded for this caller and is of this profile. */
const isUsable = (snapshot: Snapshot, caller: Principal | null, id: ProfileId): boolean =>
  snapshot.caller === caller && snapshot.stored.id === id;

/** The snapshot of the request, or a new one when that is not of this caller and this profile. */
const loadBasis = (
  deps: ChangeDeps,
  caller: Principal | null,
  id: ProfileId,
  given: Snapshot | null,
  request?: RequestTrace,
): TaskEither<NotFound | Unavailable, Basis> =>
  given && isUsable(given, caller, id)
    ? TE.right(given)
    : pipe(
        TE.Do,
        TE.bindW('stored', () => fetchProfile(deps, caller, id)),
        TE.bindW('policy', ({ stored }) => policyOf(deps, stored)),
        TE.map(({ policy, stored }): Basis => ({ stored, policy, caller, loadedAt: deps.clock.now(), request })),
      );

/**
 * Loads a profile and its policy for a caller (`null`: the service itself), unless the request has them already. It
 * answers `Unavailable` while the clock is not believed.
 */
export const loadFor = (
  deps: ChangeDeps,
  caller: Principal | null,
  id: ProfileId,
  purpose: Purpose,
  given: Snapshot | null = null,
): TaskEither<LoadError, Snapshot> =>
  pipe(
    loadBasis(deps, caller, id, given),
    TE.flatMap((basis) => {
      const fault = clockFault(deps.clock);
      return fault ? TE.left(fault) : TE.right(snapshotAt(isoNow(deps.clock), basis));
    }),
    TE.tap(({ profile }) => TE.fromEither(checkFlowToken(caller, profile, purpose))),
  );

/**
 * Runs a step on the snapshot that the request has, and on what is stored now when that rejects: the profile may have
 * changed since it was loaded. The step must not have an effect before it rejects.
 */
export const decideOnSnapshot = <Left extends { readonly _tag: string }, Right>(
  snapshot: Snapshot | null | undefined,
  step: (snapshot: Snapshot | null, isConflict: boolean) => TaskEither<Left, Right>,
): TaskEither<Left, Right> =>
  snapshot
    ? pipe(
        step(snapshot, false),
        TE.orElse((error) =>
          error._tag === 'Unavailable' ? TE.left(error) : step(null, error._tag === 'VersionConflict'),
        ),
      )
    : step(null, false);

/**
 * How often a change is attempted: when two writers have the same version, the slower one decides again on what the
 * faster one wrote.
 */
const maxAttempts = 3;

/**
 * Whether the store answers the evidence that a change adds exactly as it is here. A provider may have answered more
 * than is stored of it, which must not become part of a decision.
 */
export const isStoredAsIs = (before: Profile, after: Profile): boolean =>
  after.evidence.slice(before.evidence.length).every((item) => EvidenceCodec.is(item));

/** The change with the bytes by which the files of its profile become more or fewer, where they do. */
export const countingBytes = (before: Profile, change: FinalizedChange): ProfileChange => {
  const bytes = storedBytes(change.profile) - storedBytes(before);
  return bytes === 0 ? change : { ...change, bytes };
};

/** Writes a change. Answers the profile as the store has it from now on. */
const commit = (
  deps: ChangeDeps,
  { caller, policy, request, stored }: Snapshot,
  change: FinalizedChange,
): TaskEither<VersionConflict | NotFound | Unavailable, Changed> => {
  const loadedAt = deps.clock.now();
  const { entries, profile } = change;
  const changed: Changed = {
    caller,
    entries,
    loadedAt,
    policy,
    profile,
    request,
    stored: profile,
  };
  if (entries.length === 0) return TE.right(changed);
  const written = pipe(
    deps.profiles.commit(countingBytes(stored, change)),
    TE.map(() => changed),
  );
  if (isStoredAsIs(stored, change.profile)) return written;
  return pipe(
    written,
    TE.flatMap(() => deps.profiles.getAny(change.profile.id)),
    TE.map((profile) => ({ ...changed, profile, stored: profile })),
  );
};

/**
 * Decides which commands to apply to a loaded profile. Without a command only what has become due is applied. A plan
 * that was made for an older version answers `VersionConflict`.
 */
export type CommandPlan = (loaded: Loaded) => Either<Rejection | StorageFull | VersionConflict, readonly Command[]>;

export type ChangeRequest = FromSnapshot & {
  readonly caller: Principal | null;
  readonly id: ProfileId;
  readonly purpose: Purpose;
  /** The version that the caller expects the profile to have; it may have been read before what is due was written. */
  readonly expectedVersion?: number | null;
  /**
   * The command that an earlier attempt may have applied; where it did, no version is expected, and nothing is planned
   * or written.
   */
  readonly commandId?: string;
  /** How often the change is attempted while other writers are faster; three times unless it says otherwise. */
  readonly attempts?: number;
  readonly plan: CommandPlan;
};

const changeOnce = (
  deps: ChangeDeps,
  request: ChangeRequest,
  given: Snapshot | null,
): TaskEither<ChangeError, Changed> => {
  const { caller, id, purpose, expectedVersion = null, plan, commandId = '' } = request;
  return pipe(
    loadBasis(deps, caller, id, given, request.snapshot?.request),
    TE.flatMap((basis) => {
      const fault = clockFault(deps.clock);
      if (fault) return TE.left(fault);
      const now = isoNow(deps.clock);
      const present = snapshotAt(now, basis);
      const { policy, profile, stored } = present;
      const done = findApplied(stored, commandId);
      const use = checkFlowToken(caller, profile, done ? 'read' : purpose);
      if (E.isLeft(use)) return TE.left(use.left);
      if (done) return TE.right<ChangeError, Changed>({ ...present, entries: [], appliedSeq: done.seq });
      if (expectedVersion !== null && ![stored.version, profile.version].includes(expectedVersion))
        return TE.left(preconditionFailed);
      const planned = plan(present);
      if (E.isLeft(planned)) return TE.left(planned.left);
      const commands = [...openingCommand(caller, profile), ...planned.right];
      const step = executeAll(policy, stored, commands, now);
      return E.isLeft(step) ? TE.left(step.left) : commit(deps, present, step.right);
    }),
  );
};

/** Decides and writes again while another writer is faster. */
export const retryOnConflict = <A>(once: TaskEither<ChangeError, A>, left = maxAttempts): TaskEither<ChangeError, A> =>
  pipe(
    once,
    TE.orElse((error) =>
      error._tag === 'VersionConflict' && left > 1 ? retryOnConflict(once, left - 1) : TE.left(error),
    ),
  );

/**
 * Changes a stored profile; this is the one way to do it. It lets the rules decide, and writes the entries and the row
 * together. It begins from the snapshot of the request when there is one. When that leads to a rejection or to no
 * write, and when another writer was faster, it loads and decides again: a write alone proves that the snapshot is the
 * present state. After as many writes that lost as it has attempts it answers `VersionConflict`. While the clock is not
 * believed it answers `Unavailable`: nothing becomes due, and no entry gets a wrong time, before which no later one
 * could be.
 */
export const changeProfile = (deps: ChangeDeps, request: ChangeRequest): TaskEither<ChangeError, Changed> => {
  const { attempts = maxAttempts } = request;
  const onPresent = changeOnce(deps, request, null);
  return decideOnSnapshot(request.snapshot, (snapshot, isConflict) =>
    snapshot
      ? pipe(
          changeOnce(deps, request, snapshot),
          TE.flatMap((changed) =>
            changed.entries.length > 0 || request.purpose === 'read'
              ? TE.right(changed)
              : retryOnConflict(onPresent, attempts),
          ),
        )
      : retryOnConflict(onPresent, isConflict ? attempts - 1 : attempts),
  );
};
