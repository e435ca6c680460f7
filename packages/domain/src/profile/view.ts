import type { DocumentView } from '@portcullis/documents';
import type { Check } from '../checks/shared/check.ts';
import type { ConsentEvidence, StoredFile } from '../evidence/evidence.ts';
import type { Step } from '../kernel/steps.ts';
import type { CheckName } from '../policy/check-names.ts';
import type { ReasonCode } from '../policy/reasons.ts';
import type { Profile } from './profile.ts';

/** A step that the person is asked for; `rejected` means that it was supplied and must be supplied again. */
export type Requirement = {
  readonly step: Step;
  readonly state: 'missing' | 'present' | 'accepted' | 'rejected';
  readonly reasons: readonly ReasonCode[];
};

/** A path of the policy, and whether the person is in it. */
export type PathView = { readonly id: string; readonly steps: readonly Step[]; readonly isOpen: boolean };

/** `contentSha256` is of the bytes that are served; it is `null` where that is not known. */
export type FileView = StoredFile & {
  readonly contentSha256: string | null;
  readonly attempt: number;
  readonly superseded: boolean;
  readonly createdAt: string;
};

/** By what a document was proven: its machine-readable zone, its barcode, or only what a reader saw in print. */
export const documentProofs = ['zone', 'barcode', 'print', 'none'] as const;

/**
 * How far a review is. `pending` awaits a reviewer, and `awaiting_second` the second of two; `none` means that no
 * reviewer decided.
 */
export const reviewStates = ['none', 'pending', 'awaiting_second', 'approved', 'declined'] as const;

/**
 * The proven facts of a person, and their proof: by the stored checks whose evidence still counts, and none whose step
 * was asked for again.
 */
export type Assurance = {
  /** The path that was decided on; `null` before a decision. */
  readonly path: string | null;
  readonly document: (typeof documentProofs)[number];
  /** Whether the check passed. A reviewer who approves over it does not make it true. */
  readonly liveness: boolean;
  readonly face: boolean;
  /** The checks that nobody could make, because no provider was configured. */
  readonly withoutProvider: readonly CheckName[];
  readonly review: {
    readonly state: (typeof reviewStates)[number];
    /** The ids of the reviewers who approved or declined. */
    readonly reviewers: readonly string[];
    /** The checks that had not passed when reviewers approved. */
    readonly overridden: readonly CheckName[];
  };
  readonly earlierDeclines: {
    /** How often this reference was declined before, in this profile or an earlier one. */
    readonly reference: number;
    /** How many other profiles that showed the same document were declined; `null` when that was not looked up. */
    readonly document: number | null;
  };
};

/**
 * A profile with everything that follows from it, as a partner may see it. A flow token sees less
 * (`responses/profile-body.ts` of http).
 */
export type ProfileView = {
  readonly profile: Profile;
  readonly requirements: readonly Requirement[];
  /** The paths that may be chosen now, of a policy that has more than one. */
  readonly paths: readonly PathView[];
  readonly document: DocumentView | null;
  readonly checks: readonly Check[];
  readonly consent: ConsentEvidence | null;
  readonly files: readonly FileView[];
  readonly assurance: Assurance;
};
