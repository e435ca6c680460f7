import type { Check } from '../checks/shared/check.ts';
import type { DocumentView } from '../documents/document-view.ts';
import type { ConsentEvidence, StoredFile } from '../evidence/evidence.ts';
import type { Step } from '../kernel/steps.ts';
import type { ReasonCode } from '../policy/reasons/reasons.ts';
import type { Profile } from './profile.ts';

/** What is asked of the person; `rejected` means that it was supplied and must be supplied again. */
export type Requirement = {
  readonly step: Step;
  readonly state: 'missing' | 'present' | 'accepted' | 'rejected';
  readonly reasons: readonly ReasonCode[];
};

export type FileView = StoredFile & {
  readonly attempt: number;
  readonly superseded: boolean;
  readonly createdAt: string;
};

/**
 * A profile with everything that follows from it: what a partner may see. A flow token sees less (`responses/profile-body.ts` of http).
 */
export type ProfileView = {
  readonly profile: Profile;
  readonly requirements: readonly Requirement[];
  readonly document: DocumentView | null;
  readonly checks: readonly Check[];
  readonly consent: ConsentEvidence | null;
  readonly files: readonly FileView[];
};
