import { defaultAction, type ReasonCode } from '../policy/reasons.ts';
import type { Contribution } from './decide-path.ts';
import { isOutage } from './outages.ts';
import { isInnocent } from './shared/another-document.ts';
import { isSuspicion } from './shared/wants.ts';

/** The reasons for a review that say nothing of what was shown: what is absent, refused or drawn by lot. */
const unshown: readonly ReasonCode[] = ['consent_declined', 'document_part_absent', 'policy_sampled'];

/** Whether somebody has to look at a reason by itself, and it is neither innocent nor of a provider. */
const isSignOfFraud = (reason: ReasonCode): boolean =>
  isSuspicion(reason) ||
  (['review', 'decline'].includes(defaultAction(reason)) &&
    !isInnocent(reason) &&
    !isOutage(reason) &&
    !unshown.includes(reason));

/**
 * Whether a reason of one path counts in all: it declines, or it is a sign of fraud, proven or not, to which the policy
 * gives any effect. An unreadable photo, a low score, an expired session, an outage and whatever is missing are
 * forgiven where another path is complete.
 */
export const countsInEveryPath = ({ effect, reason }: Pick<Contribution, 'effect' | 'reason'>): boolean =>
  effect === 'decline' || (effect !== 'approve' && isSignOfFraud(reason));
