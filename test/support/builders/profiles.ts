import { aReviewer } from '@portcullis/contracts/builders';
import { type Profile, standardPolicy } from '@portcullis/domain';
import type { Assurance } from '@portcullis/domain/profile';
import type { Snapshot } from '@portcullis/domain/use-cases';

/** The proven facts of a person whom one of two reviewers has approved. */
export const anAssurance: Assurance = {
  path: 'document',
  document: 'zone',
  liveness: true,
  face: false,
  withoutProvider: ['face_match'],
  review: { state: 'awaiting_second', reviewers: [aReviewer.id], overridden: [] },
  earlierDeclines: { reference: 2, document: null },
};

/** The snapshot of a profile in a request, as nobody in particular. */
export const aSnapshot = (profile: Profile): Snapshot => ({
  profile,
  stored: profile,
  caller: null,
  loadedAt: 0,
  policy: standardPolicy({ livenessThreshold: 75, specimens: true }),
});
