import { decide } from '../../decision/decide.ts';
import type { Outcome } from '../../decision/decision.ts';
import type { Recorded } from '../../decision/explain/recorded.ts';
import { fileThen } from '../../decision/explain/replay.ts';
import type { Policy } from '../../decision/policy.ts';
import type { ReasonCode } from '../../decision/reasons.ts';
import type { NotFound, Unavailable } from '../../errors.ts';
import { pipe, type TaskEither, TE } from '../../fp.ts';
import type { ProfileId } from '../../ids.ts';
import type { Profile } from '../../profile/profile.ts';
import { inOrder } from '../running/in-order.ts';
import { type SystemDecision, scanned, systemDecisions } from './recorded-decisions.ts';
import type { ReplayNeeds } from './replay-decisions.ts';

/**
 * What a policy draft would have made of the newest decision of the system, and which reasons are added and removed by
 * it.
 */
export type Tried = {
  readonly profileId: ProfileId;
  readonly seq: number;
  readonly before: Outcome;
  readonly after: Outcome;
  readonly comes: readonly ReasonCode[];
  readonly goes: readonly ReasonCode[];
};

/** `unjudged` are profiles whose evidence is no longer the evidence that was decided on. */
export type TriedPage = {
  readonly profiles: number;
  readonly tried: readonly Tried[];
  readonly unjudged: readonly ProfileId[];
  readonly next: ProfileId | null;
};

/**
 * Runs a draft of a policy over the newest decision of the system of each profile, of all tenants, that was made at or
 * after `since`: on the evidence of that time, at that time. It writes nothing.
 */
export type ReplayUnder = {
  readonly page: (after: ProfileId | null, since: string | null) => TaskEither<Unavailable, TriedPage>;
  readonly one: (id: ProfileId, since: string | null) => TaskEither<NotFound | Unavailable, TriedPage>;
};

type Found = { readonly tried: readonly Tried[]; readonly unjudged: readonly ProfileId[] };

const without = (some: readonly ReasonCode[], others: readonly ReasonCode[]): readonly ReasonCode[] =>
  some.filter((code) => !others.includes(code));

const triedOn = (draft: Policy, profile: Profile, recorded: Recorded): Found => {
  const file = fileThen(profile, recorded.basis);
  if (!file) return { tried: [], unjudged: [profile.id] };
  const { outcome, reasons } = decide(draft, file, recorded.at);
  const one: Tried = {
    profileId: profile.id,
    seq: recorded.seq,
    before: recorded.outcome,
    after: outcome,
    comes: without(reasons, recorded.reasons),
    goes: without(recorded.reasons, reasons),
  };
  return { tried: [one], unjudged: [] };
};

const tryOn =
  ({ histories }: ReplayNeeds, draft: Policy, since: string | null) =>
  (profile: Profile): TaskEither<Unavailable, Found> =>
    TE.map((decisions: readonly SystemDecision[]): Found => {
      const newest = decisions.at(-1);
      if (!newest || (since !== null && newest.at < since)) return { tried: [], unjudged: [] };
      return newest.recorded ? triedOn(draft, profile, newest.recorded) : { tried: [], unjudged: [profile.id] };
    })(systemDecisions(histories, profile));

const pageOf = (profiles: readonly Profile[], found: readonly Found[], most: number): TriedPage => ({
  profiles: profiles.length,
  tried: found.flatMap(({ tried }) => tried),
  unjudged: found.flatMap(({ unjudged }) => unjudged),
  next: profiles.length < most ? null : (profiles.at(-1)?.id ?? null),
});

export const replayUnder = (needs: ReplayNeeds, draft: Policy): ReplayUnder => ({
  one: (id, since) =>
    pipe(
      TE.Do,
      TE.bindW('profile', () => needs.profiles.getAny(id)),
      TE.bindW('found', ({ profile }) => tryOn(needs, draft, since)(profile)),
      TE.map(({ profile, found }) => pageOf([profile], [found], 2)),
    ),
  page: (after, since) =>
    pipe(
      TE.Do,
      TE.bindW('profiles', () => needs.profiles.scan(after, scanned)),
      TE.bindW('found', ({ profiles }) => inOrder(profiles, tryOn(needs, draft, since))),
      TE.map(({ profiles, found }) => pageOf(profiles, found, scanned)),
    ),
});
