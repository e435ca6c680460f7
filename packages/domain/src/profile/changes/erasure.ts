import type { Check } from '../../checks/shared/check.ts';
import { type Actor, withoutOperatorName } from '../../kernel/actor.ts';
import {
  type InvalidTransition,
  invalidTransition,
  type LegalHoldStands,
  legalHoldStands,
} from '../../kernel/errors.ts';
import { E, type Either, pipe } from '../../kernel/fp.ts';
import { biometricChecks } from '../../policy/policy.ts';
import { type ProfileDraft, patch, recordEvent, transition } from '../draft.ts';
import { erasureConfirmationDueAt } from '../due.ts';
import { erasedSettings } from '../partner-settings.ts';
import type { ErasureCause, LegalHold, Profile } from '../profile.ts';
import { refusesFaceAlone } from '../requirements.ts';
import {
  announcedRetention,
  isAnnouncementDue,
  renewedRetention,
  revokedAnnouncement,
  withoutAnnouncement,
} from '../retention.ts';
import { isOpen } from '../transitions.ts';

/** Why an erasure, or a legal hold that prevents it, is rejected. */
export type ErasureRejection = InvalidTransition | LegalHoldStands;

/**
 * A check as it stands without its evidence. Once the face check was refused, a check of the face proves nothing, which
 * nobody could tell any more when the refusal is gone.
 */
const keptCheck =
  (refusesFace: boolean) =>
  ({ name, status, requirement, reasons, observed_at }: Check): Check => {
    const isRefused = refusesFace && status === 'passed' && biometricChecks.some((one) => one === name);
    return {
      name,
      status: isRefused ? 'unavailable' : status,
      requirement,
      reasons,
      observed_at,
      evidence: [],
    };
  };

/**
 * The rest of a profile: its owner, its end, and the code and policy that decided so. The salt is destroyed with the
 * data, so that the digests in its ledger mean nothing any more, and the reference is free for another profile.
 */
const withoutPersonalData = (profile: Profile): Profile => ({
  ...profile,
  reference: '',
  current: false,
  linkGeneration: profile.linkGeneration + 1,
  claimed: {},
  evidence: [],
  checks: profile.checks.map(keptCheck(refusesFaceAlone(profile))),
  ...erasedSettings,
  salt: '',
  scenario: null,
  applied: [],
  processingEndsAt: null,
  lapsesAt: null,
  erasesAt: null,
  ...withoutAnnouncement,
});

/** An open profile ends with the request, and its link ends with it. */
const canceledIfOpen = (draft: ProfileDraft): Either<InvalidTransition, ProfileDraft> =>
  isOpen(draft.profile.status)
    ? transition(draft, 'canceled', 'canceled', { reasons: ['flow_canceled_by_client'] })
    : E.right(draft);

/**
 * Requests the erasure of a profile, which holds nothing of the person from here on. Requested again it changes
 * nothing.
 */
export const requestErasure = (draft: ProfileDraft, because: ErasureCause): Either<ErasureRejection, ProfileDraft> => {
  if (draft.profile.redaction) return E.right(draft);
  if (draft.profile.legalHold) return E.left(legalHoldStands);
  const redaction = { requestedAt: draft.now, by: draft.actor, because, completedAt: null };
  return pipe(
    canceledIfOpen(draft),
    E.map((last) =>
      recordEvent(
        { ...last, profile: { ...withoutPersonalData(last.profile), redaction } },
        'profile.erasure_requested',
        {
          data: { because },
        },
      ),
    ),
  );
};

/**
 * Records that everything besides the profile is erased, too. It is recorded a second time once nothing can be in
 * progress any more.
 */
export const completeErasure = (draft: ProfileDraft): Either<InvalidTransition, ProfileDraft> => {
  const { redaction, status } = draft.profile;
  if (!redaction) return E.left(invalidTransition('profile.erased', status, []));
  if (redaction.completedAt === null) {
    return E.right(
      recordEvent(patch(draft, { redaction: { ...redaction, completedAt: draft.now } }), 'profile.erased'),
    );
  }
  const confirmsAt = erasureConfirmationDueAt(redaction);
  if (confirmsAt === null || draft.now < confirmsAt) return E.right(draft);
  return E.right(
    recordEvent(patch(draft, { redaction: { ...redaction, confirmedAt: draft.now } }), 'profile.erasure_confirmed'),
  );
};

/** Announces that retention will erase the profile, when that is due at this time and not announced yet. */
export const announceErasure = (draft: ProfileDraft, at: string): ProfileDraft => {
  const { erasesAt } = draft.profile;
  if (erasesAt === null || !isAnnouncementDue(draft.profile, at)) return draft;
  const announced = announcedRetention(erasesAt, at);
  return recordEvent(patch(draft, announced), 'profile.erasure_announced', { data: { erases_at: announced.erasesAt } });
};

/** Takes back an erasure that was announced: the retention time begins again. Without one, nothing changes. */
export const takeBackErasure = (draft: ProfileDraft, at: string): ProfileDraft => {
  if (draft.profile.erasureAnnouncedAt === null) return draft;
  const renewed = renewedRetention(draft.policy, draft.profile, at);
  return recordEvent(patch(draft, renewed), 'profile.erasure_taken_back', { data: { erases_at: renewed.erasesAt } });
};

/**
 * Records what was done about a hold. Everybody who reads the ledger reads what is hashed of it, so that the name of
 * who acted for the operator is beside that, with the note.
 */
const recordHold = (draft: ProfileDraft, type: 'hold_set' | 'hold_released', note: string | null): ProfileDraft => {
  const { actor } = draft;
  const personal = { ...(note !== null && { note }), ...(actor.type === 'operator' && { by: actor.id }) };
  const counted = patch(draft, { holdChanges: (draft.profile.holdChanges ?? 0) + 1 });
  const recorded = recordEvent({ ...counted, actor: withoutOperatorName(actor) }, `profile.${type}`, { personal });
  return { ...recorded, actor };
};

/** Whether a hold gives way to one that this actor sets: the operator's outranks every other. */
const isOutranked = ({ by }: LegalHold, actor: Actor): boolean => actor.type === 'operator' && by.type !== 'operator';

/**
 * Keeps the profile from being erased by anybody. A hold that exists already stays as it was set first, except that the
 * operator's takes the place of one that the partner's staff could release. An erasure that retention has announced is
 * announced again once the hold is released.
 */
export const hold = (draft: ProfileDraft, text: string | null): ProfileDraft => {
  const { legalHold: standing } = draft.profile;
  if (standing && !isOutranked(standing, draft.actor)) return draft;
  const legalHold = { since: draft.now, by: draft.actor, ...(text !== null && { note: text }) };
  const held = patch(draft, { legalHold, ...revokedAnnouncement(draft.profile) });
  return recordHold(held, 'hold_set', text);
};

/**
 * Releases the hold. Retention continues where it was. A hold of the operator is an order to everybody who works with
 * the service, and so nobody but the operator releases it.
 */
export const release = (draft: ProfileDraft, text: string | null): Either<LegalHoldStands, ProfileDraft> => {
  const { legalHold, ...profile } = draft.profile;
  if (!legalHold) return E.right(draft);
  if (legalHold.by.type === 'operator' && draft.actor.type !== 'operator') return E.left(legalHoldStands);
  return E.right(recordHold({ ...draft, profile }, 'hold_released', text));
};
