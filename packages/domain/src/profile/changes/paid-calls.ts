import type { EvidenceKind } from '../../evidence/evidence.ts';
import { type LimitName, type LimitReached, limitReached } from '../../kernel/errors.ts';
import type { FailedCalls, Profile } from '../profile.ts';

/** How many analyses of documents one attempt has, failed ones included. */
const maxAnalyses = 20;

/** The number of inspections of device events that one attempt has, with those that leave nothing to keep. */
const maxInspections = 20;

/** How many times as many liveness sessions as in an hour one attempt has in all. */
const sessionHours = 4;

/** An attempt ends at the latest when its profile expires. */
const secondsUntilEnd = ({ expiresAt }: Profile, now: string): number =>
  Math.max(1, Math.ceil((Date.parse(expiresAt) - Date.parse(now)) / 1000));

/** How many calls of this attempt a count of failed ones has. */
const failedOf = ({ attempt }: Profile, failed: FailedCalls | undefined): number =>
  failed?.attempt === attempt.number ? failed.count : 0;

const withOneMore = (profile: Profile, failed: FailedCalls | undefined): FailedCalls => ({
  attempt: profile.attempt.number,
  count: failedOf(profile, failed) + 1,
});

/** How many pieces of evidence of one kind this attempt has. */
const countOf = ({ attempt, evidence }: Profile, counted: EvidenceKind): number =>
  evidence.filter(({ attempt: of, kind }) => kind === counted && of === attempt.number).length;

/** The limited numbers of an attempt, by the name of its limit. */
const attemptLimits = {
  document_analyses: 'document analyses',
  device_inspections: 'inspections of device events',
  liveness_sessions: 'liveness sessions',
} as const satisfies { readonly [Name in LimitName]?: string };
type AttemptLimit = keyof typeof attemptLimits;

/** Why an attempt has no more paid calls of a kind, by the number that it has had; `null` if it has more. */
const attemptLimit = (
  profile: Profile,
  made: number,
  max: number,
  limit: AttemptLimit,
  now: string,
): LimitReached | null =>
  made < max
    ? null
    : limitReached(
        limit,
        `this attempt has had its ${max} ${attemptLimits[limit]}; it ends with the link, and a reviewer can grant another one`,
        secondsUntilEnd(profile, now),
      );

/** Why no more analyses are paid for in this attempt of a profile; `null` if there are. */
export const analysisLimitOf = (profile: Profile, now: string): LimitReached | null => {
  const made = countOf(profile, 'document_reading') + failedOf(profile, profile.failedAnalyses);
  return attemptLimit(profile, made, maxAnalyses, 'document_analyses', now);
};

/** How many inspections of device events were paid for in this attempt, as far as the profile knows. */
export const inspectionsOf = (profile: Profile): number =>
  countOf(profile, 'device') + failedOf(profile, profile.failedInspections);

/** Why an attempt has no more paid inspections, by the number that it has had; `null` if it has more. */
export const inspectionLimitOf = (profile: Profile, made: number, now: string): LimitReached | null =>
  attemptLimit(profile, made, maxInspections, 'device_inspections', now);

/** Why an attempt gets no more liveness sessions, by the number that it has had; `null` if it gets more. */
export const sessionLimitOf = (
  profile: Profile,
  opened: number,
  maxSessionsInAnHour: number,
  now: string,
): LimitReached | null => attemptLimit(profile, opened, sessionHours * maxSessionsInAnHour, 'liveness_sessions', now);

/** The count of failed analyses with one more. */
export const withFailedAnalysis = (profile: Profile): Required<Pick<Profile, 'failedAnalyses'>> => ({
  failedAnalyses: withOneMore(profile, profile.failedAnalyses),
});

/** The count of inspections that left nothing to keep, with one more. */
export const withFailedInspection = (profile: Profile): Required<Pick<Profile, 'failedInspections'>> => ({
  failedInspections: withOneMore(profile, profile.failedInspections),
});
