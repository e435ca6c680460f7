import { type LimitReached, limitReached } from '../../kernel/errors.ts';
import type { Profile } from '../profile.ts';

/** How many analyses of documents one attempt has, failed ones included. */
const maxAnalyses = 20;

/** How many times as many liveness sessions as in an hour one attempt has in all. */
const sessionHours = 4;

/** An attempt ends at the latest when its profile expires. */
const secondsUntilEnd = ({ expiresAt }: Profile, now: string): number =>
  Math.max(1, Math.ceil((Date.parse(expiresAt) - Date.parse(now)) / 1000));

/** How many analyses of this attempt failed although a provider was called for them. */
const failedAnalyses = ({ attempt, failedAnalyses: failed }: Profile): number =>
  failed?.attempt === attempt.number ? failed.count : 0;

/** Why no more analyses are paid for in this attempt of a profile; `null` if there are. */
export const analysisLimitOf = (profile: Profile, now: string): LimitReached | null => {
  const { attempt, evidence } = profile;
  const read = evidence.filter(({ attempt: of, kind }) => kind === 'document_reading' && of === attempt.number).length;
  return read + failedAnalyses(profile) < maxAnalyses
    ? null
    : limitReached(
        `this attempt has had its ${maxAnalyses} document analyses; it ends with the link, and a reviewer can grant another one`,
        secondsUntilEnd(profile, now),
      );
};

/** Why no more liveness sessions are opened in this attempt of a profile that has had so many; `null` if there are. */
export const sessionLimitOf = (
  profile: Profile,
  opened: number,
  maxSessionsInAnHour: number,
  now: string,
): LimitReached | null => {
  const max = sessionHours * maxSessionsInAnHour;
  return opened < max
    ? null
    : limitReached(
        `this attempt has had its ${max} liveness sessions; it ends with the link, and a reviewer can grant another one`,
        secondsUntilEnd(profile, now),
      );
};

/** The count of failed analyses with one more. */
export const withFailedAnalysis = (profile: Profile): Required<Pick<Profile, 'failedAnalyses'>> => ({
  failedAnalyses: { attempt: profile.attempt.number, count: failedAnalyses(profile) + 1 },
});
