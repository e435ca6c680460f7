import { decisionEngine } from '../../decision/decision.ts';
import { isSameAs, type Recorded } from '../../decision/explain/recorded.ts';
import { type DecisionPart, type Mismatch, replay } from '../../decision/explain/replay.ts';
import type { Policy } from '../../decision/policy.ts';
import type { NotFound, Unavailable } from '../../errors.ts';
import { pipe, type TaskEither, TE } from '../../fp.ts';
import type { ProfileId } from '../../ids.ts';
import type { Histories } from '../../ports/stores/histories.ts';
import type { PolicyStore } from '../../ports/stores/policy-store.ts';
import type { ProfileStore } from '../../ports/stores/profile-store.ts';
import type { Profile } from '../../profile/profile.ts';
import { inOrder } from '../running/in-order.ts';
import { policyNamed } from './explain-decision.ts';
import { type SystemDecision, scanned, systemDecisions } from './recorded-decisions.ts';

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
  readonly why: Mismatch | null;
  readonly differing: readonly (DecisionPart | 'record')[];
};

/** Some profiles of all tenants, by id; `next` is where the next page begins, `null` on the last one. */
export type ReplayedPage = {
  readonly profiles: number;
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

/** What replaying needs: it only reads. */
export type ReplayNeeds = {
  readonly profiles: Pick<ProfileStore, 'scan' | 'getAny'>;
  readonly histories: Histories;
  readonly policies: PolicyStore;
};

type Result = Pick<Replayed, 'state' | 'why' | 'differing'>;

const unrecorded: Result = { state: 'differs', why: null, differing: ['record'] };

const compared = (policy: Policy | null, profile: Profile, recorded: Recorded): Result => {
  const { decision } = profile;
  if (decision?.seq === recorded.seq && !isSameAs(decision, recorded)) return unrecorded;
  const again = replay(policy, profile, recorded);
  const isOlder = recorded.engine !== decisionEngine;
  if (again.reproduced) return { state: isOlder ? 'older' : 'same', why: null, differing: [] };
  const { why, differing } = again;
  return { state: why === 'engine' ? 'older_otherwise' : 'differs', why, differing };
};

const replayedOf =
  ({ policies }: ReplayNeeds, profile: Profile) =>
  ({ at, recorded, seq }: SystemDecision): TaskEither<Unavailable, Replayed> => {
    const told = (result: Result): Replayed => ({ profileId: profile.id, seq, at, ...result });
    if (!recorded) return TE.right(told(unrecorded));
    return TE.map((policy: Policy | null) => told(compared(policy, profile, recorded)))(
      policyNamed(policies, recorded.policy),
    );
  };

/** The profile contains its newest decision; one that its ledger does not have was never made. */
const missing = ({ decision, id, redaction }: Profile, decisions: readonly SystemDecision[]): readonly Replayed[] =>
  !redaction && decision?.decidedBy.type === 'system' && decisions.every(({ seq }) => seq !== decision.seq)
    ? [{ profileId: id, seq: decision.seq, at: decision.at, ...unrecorded }]
    : [];

const replayProfile = (
  needs: ReplayNeeds,
  profile: Profile,
  since: string | null,
): TaskEither<Unavailable, readonly Replayed[]> =>
  pipe(
    systemDecisions(needs.histories, profile),
    TE.flatMap((decisions) =>
      TE.map((replayed: readonly Replayed[]) => [...replayed, ...missing(profile, decisions)])(
        inOrder(decisions, replayedOf(needs, profile)),
      ),
    ),
    TE.map((replayed) => replayed.filter(({ at }) => since === null || at >= since)),
  );

export const replayDecisions = (needs: ReplayNeeds): ReplayDecisions => ({
  one: (id, since) =>
    pipe(
      needs.profiles.getAny(id),
      TE.flatMap((profile) => replayProfile(needs, profile, since)),
    ),
  page: (after, since) =>
    pipe(
      TE.Do,
      TE.bindW('profiles', () => needs.profiles.scan(after, scanned)),
      TE.bindW('replayed', ({ profiles }) => inOrder(profiles, (profile) => replayProfile(needs, profile, since))),
      TE.map(({ profiles, replayed }) => ({
        profiles: profiles.length,
        replayed: replayed.flat(),
        next: profiles.length < scanned ? null : (profiles.at(-1)?.id ?? null),
      })),
    ),
});
