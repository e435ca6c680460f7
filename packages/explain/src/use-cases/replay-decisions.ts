import {
  type LedgerReader,
  type NotFound,
  type Policy,
  type PolicyStore,
  type Profile,
  type ProfileId,
  type ProfileStore,
  pipe,
  type TaskEither,
  TE,
  type Unavailable,
} from '@portcullis/domain';
import { decisionEngineVersion } from '@portcullis/domain/checks';
import { sequential } from '@portcullis/domain/kernel';
import { isLeftOut, type LeftOut } from '@portcullis/domain/ports';
import { isSameDecision, type RecordedDecision } from '@portcullis/domain/profile';
import { recordedDecision } from '@portcullis/domain/serialization';
import { entriesOf, findPolicy } from '@portcullis/domain/use-cases';
import { type DecisionPart, type ReplayMismatch, replay } from '../explanation/replay.ts';
import { orLeftOut, type SystemDecision, scanPageSize, systemDecisions } from './recorded-decisions.ts';

/**
 * A stored decision that was made again. `differs` means that this version of the code made it and does not reproduce
 * it, or that its evidence has changed, or that the profile and its ledger disagree about it (`record`). Decisions by
 * other versions of the code are separate: `older` was reproduced, `older_otherwise` was not.
 */
export type Replayed = {
  readonly profileId: ProfileId;
  readonly seq: number;
  readonly at: string;
  readonly state: 'same' | 'older' | 'older_otherwise' | 'differs';
  readonly why: ReplayMismatch | null;
  readonly differing: readonly (DecisionPart | 'record')[];
};

/**
 * Some profiles of all tenants, by id; `damaged` are those whose rows do not open, and `next` is where the next page
 * begins, `null` on the last one.
 */
export type ReplayedPage = {
  readonly profiles: number;
  readonly damaged: readonly LeftOut[];
  readonly replayed: readonly Replayed[];
  readonly next: ProfileId | null;
};

/**
 * Makes every decision of the system again that was made at or after `since` (`null`: all of them), page by page: those
 * on the profiles and the earlier ones in their ledgers. It writes nothing.
 */
export type ReplayDecisions = {
  readonly page: (after: ProfileId | null, since: string | null) => TaskEither<Unavailable, ReplayedPage>;
  readonly one: (id: ProfileId, since: string | null) => TaskEither<NotFound | Unavailable, readonly Replayed[]>;
};

/** The ports for replaying: it only reads. */
export type ReplayDeps = {
  readonly profiles: Pick<ProfileStore, 'scan' | 'getAny'>;
  readonly ledgerReader: LedgerReader;
  readonly policies: PolicyStore;
};

type Result = Pick<Replayed, 'state' | 'why' | 'differing'>;

const unrecorded: Result = { state: 'differs', why: null, differing: ['record'] };

const compareReplay = (policy: Policy | null, profile: Profile, recorded: RecordedDecision): Result => {
  const { decision } = profile;
  if (decision?.seq === recorded.seq && !isSameDecision(decision, recorded)) return unrecorded;
  const replayed = replay(policy, profile, recorded);
  const isOlder = recorded.engine !== decisionEngineVersion;
  if (replayed.reproduced) return { state: isOlder ? 'older' : 'same', why: null, differing: [] };
  const { mismatch: why, differing } = replayed;
  return { state: why === 'engine' ? 'older_otherwise' : 'differs', why, differing };
};

const replayDecision =
  ({ policies }: Pick<ReplayDeps, 'policies'>, profile: Profile) =>
  ({ at, recorded, seq }: SystemDecision): TaskEither<Unavailable, Replayed> => {
    const asReplayed = (result: Result): Replayed => ({ profileId: profile.id, seq, at, ...result });
    if (!recorded) return TE.right(asReplayed(unrecorded));
    return pipe(
      findPolicy(policies, recorded.policy),
      TE.map((policy) => asReplayed(compareReplay(policy, profile, recorded))),
    );
  };

/** The profile contains its newest decision; one that its ledger does not have was never made. */
const missingInLedger = (
  { decision, id, redaction }: Profile,
  decisions: readonly SystemDecision[],
): readonly Replayed[] =>
  !redaction && decision?.decidedBy.type === 'system' && decisions.every(({ seq }) => seq !== decision.seq)
    ? [{ profileId: id, seq: decision.seq, at: decision.at, ...unrecorded }]
    : [];

const replayProfile = (
  deps: ReplayDeps,
  profile: Profile,
  since: string | null,
): TaskEither<Unavailable, readonly Replayed[]> =>
  pipe(
    TE.Do,
    TE.bindW('decisions', () => systemDecisions(deps.ledgerReader, profile)),
    TE.bindW('replayed', ({ decisions }) => sequential(decisions, replayDecision(deps, profile))),
    TE.map(({ decisions, replayed }) => [...replayed, ...missingInLedger(profile, decisions)]),
    TE.map((replayed) => replayed.filter(({ at }) => since === null || at >= since)),
  );

/**
 * Makes the newest decision of a profile again, by any author; `null` where there is none, and for a profile that was
 * erased.
 */
export const replayNewest =
  (deps: Omit<ReplayDeps, 'profiles'>) =>
  (profile: Profile): TaskEither<Unavailable, Replayed | null> => {
    const { decision, redaction } = profile;
    if (decision === null || redaction) return TE.right(null);
    return pipe(
      entriesOf(deps, profile, { afterSeq: decision.seq - 1, limit: 1 }),
      TE.map(([entry]) => (entry?.seq === decision.seq ? recordedDecision(entry) : null)),
      TE.flatMap((recorded) => replayDecision(deps, profile)({ seq: decision.seq, at: decision.at, recorded })),
    );
  };

export const replayDecisions = (deps: ReplayDeps): ReplayDecisions => ({
  one: (id, since) =>
    pipe(
      deps.profiles.getAny(id),
      TE.flatMap((profile) => replayProfile(deps, profile, since)),
    ),
  page: (after, since) =>
    pipe(
      TE.Do,
      TE.bindW('scan', () => deps.profiles.scan(after, scanPageSize)),
      TE.bindW('replayed', ({ scan }) =>
        sequential(scan.profiles, (one) => orLeftOut(one, replayProfile(deps, one, since))),
      ),
      TE.map(({ replayed, scan }) => ({
        ...scan,
        profiles: scan.profiles.length,
        replayed: replayed.flatMap((one) => (isLeftOut(one) ? [] : one)),
        damaged: [...scan.damaged, ...replayed.filter(isLeftOut)],
      })),
    ),
});
