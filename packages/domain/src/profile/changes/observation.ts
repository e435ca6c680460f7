import { succeededReasons } from '../../checks/liveness.ts';
import { livenessThresholds } from '../../checks/shared/liveness-thresholds.ts';
import { currentEvidence, isConclusive } from '../../evidence/current-evidence.ts';
import type { LivenessResultEvidence } from '../../evidence/evidence.ts';
import { E, type Either } from '../../kernel/fp.ts';
import type { NewEvidence } from '../commands.ts';
import type { ProfileDraft } from '../draft.ts';
import type { Profile } from '../profile.ts';
import { decisionInput, hasConsent } from '../requirements.ts';
import { isOpen } from '../transitions.ts';
import { appendEvidence, type SupplyRejection, supplyEvidence } from './supply.ts';

type NewResult = Extract<NewEvidence, { readonly kind: 'liveness_result' }>;

/**
 * How much a result says for a person: its confidence, or all or nothing by the verdict of its provider. A verdict that
 * nobody was there is worth less than any confidence without one.
 */
const worthOf = ({ confidence, live }: NewResult): number =>
  live === false ? (confidence ?? 0) - 101 : (confidence ?? (live ? 100 : 0));

/** Whether one result says less for a person than another: its session failed, or its confidence is lower. */
const isWorse = (one: NewResult, other: NewResult): boolean =>
  other.status === 'succeeded' && (one.status === 'failed' || worthOf(one) < worthOf(other));

const sessionIndex = ({ evidence }: Profile, { sessionId }: NewResult): number =>
  evidence.findIndex((item) => item.kind === 'liveness_session' && item.sessionId === sessionId);

/** Whether a result counts although another one counts already: it is worse, and of a session before that one's. */
const replaces = (profile: Profile, result: NewResult, counting: LivenessResultEvidence): boolean =>
  isConclusive(result) && isWorse(result, counting) && sessionIndex(profile, result) < sessionIndex(profile, counting);

/**
 * Whether a result no longer counts, because another one does: nobody picks the better one of two.
 */
const isOutdated = (profile: Profile, result: NewResult): boolean => {
  const counting = currentEvidence(decisionInput(profile)).result?.value;
  return counting !== undefined && !replaces(profile, result, counting);
};

/** Whether a result speaks against the person: the session failed, or its confidence or verdict does not pass. */
const isAdverse = (result: NewResult, { policy, profile }: ProfileDraft): boolean => {
  const session = profile.evidence[sessionIndex(profile, result)];
  const opened = session?.kind === 'liveness_session' ? (session.challenge ?? null) : null;
  const { challenge, status } = result;
  const reasons = status === 'succeeded' ? succeededReasons(result, livenessThresholds(policy, opened, challenge)) : [];
  return status === 'failed' || (reasons !== null && reasons.length > 0);
};

/** The same result without the picture of the face, and with a note that there was one. */
export const withoutFace = (items: readonly NewEvidence[]): readonly NewEvidence[] =>
  items.flatMap((item): readonly NewEvidence[] => {
    if (item.kind === 'file' && item.file.kind === 'liveness_reference') return [];
    return item.kind === 'liveness_result' && item.referenceFileId !== null
      ? [{ ...item, referenceFileId: null, faceWithheld: true }]
      : [item];
  });

/**
 * Adds what a provider answered. In an open profile and for its attempt it counts like any evidence, but of an
 * attempt's liveness results only the first conclusive one counts, or the worse one of an earlier session that nobody
 * had read. While the profile is processed it is kept for the judgement, and while it is reviewed a result that speaks
 * against the person is kept for the reviewer. One that speaks against the person counts in the present attempt also
 * when its session was opened in an earlier one: nobody leaves a failed session behind by withdrawing consent. Later,
 * and any other one of an earlier attempt, it is kept and changes nothing.
 *
 * The picture of a face is kept only with a result that counts, and only under granted consent. Without consent a
 * result that speaks against the person counts all the same, without the picture; any other one does not.
 */
export const supplyObservation = (
  draft: ProfileDraft,
  forAttempt: number,
  items: readonly NewEvidence[],
): Either<SupplyRejection, ProfileDraft> => {
  const { profile } = draft;
  const { attempt, status } = profile;
  const result = items.find((item) => item.kind === 'liveness_result');
  const isAgainst = result !== undefined && isAdverse(result, draft);
  const isAwaited = isOpen(status) || status === 'processing' || (isAgainst && status === 'in_review');
  const isEarlier = forAttempt !== attempt.number;
  const counts = isAwaited && (!isEarlier || isAgainst);
  const isRefused = result !== undefined && result.referenceFileId !== null && !hasConsent(profile);
  const isWithheld = isRefused || result?.faceWithheld === true;
  const late = !counts || (result !== undefined && isOutdated(profile, result)) || (isWithheld && !isAgainst);
  const kept = late || isWithheld ? withoutFace(items) : items;
  if (late && isEarlier) return E.right(appendEvidence(draft, kept, forAttempt, late));
  return isOpen(status) && counts
    ? supplyEvidence(draft, kept, late)
    : E.right(appendEvidence(draft, kept, attempt.number, late));
};
