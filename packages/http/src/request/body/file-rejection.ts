import { consentRequired, invalidTransition } from '@portcullis/domain/kernel';
import { consentRefusal, isOpen, lacksConsent } from '@portcullis/domain/profile';
import type { Intent, Snapshot } from '@portcullis/domain/use-cases';
import type { FileRejection } from './read-multipart.ts';

/**
 * No byte of a picture is kept before the person has consented, in an earlier request or in an earlier part of this
 * one, nor while the checks or a reviewer are at work. The use case decides; this only avoids reading such a body.
 */
export const fileRejection = (snapshot: Snapshot | null, intent: Intent | undefined): FileRejection | null =>
  snapshot &&
  ((partsBefore) => {
    const { policy, profile } = snapshot;
    if (isOpen(profile.status))
      return !partsBefore.has('consent') && lacksConsent(policy, profile) ? consentRequired : null;
    return intent === 'withdraw'
      ? (consentRefusal(profile) ?? invalidTransition('evidence_added', profile.status, []))
      : null;
  });
