import type { ReviewClaim } from '@portcullis/backoffice/ports';
import { acme, aReviewer } from './profiles.ts';

/** A claim on a review; `over` replaces fields. */
export const aReviewClaim = (over: Partial<ReviewClaim> = {}): ReviewClaim => ({
  profileId: 'profile00000001',
  tenant: acme,
  generation: 1,
  holder: { staffId: aReviewer.id, name: aReviewer.name },
  heldUntil: '2026-05-01T10:15:00.000Z',
  ...over,
});
