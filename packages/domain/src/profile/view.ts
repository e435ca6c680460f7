import type { Check } from '../checks/check.ts';
import type { DocumentType, FieldName } from '../documents/reading.ts';
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

export type FieldSource = 'mrz' | 'barcode' | 'ai' | 'claimed' | 'reviewer';

/** A value and its sources; `value` is that of the most reliable source. */
export type DocumentField = {
  readonly value: string;
  readonly sources: readonly { readonly source: FieldSource; readonly value: string; readonly confidence?: number }[];
  readonly agreement: 'agree' | 'disagree' | 'single';
};

export type DocumentFields = { readonly [Name in FieldName]?: DocumentField };

export type DocumentView = {
  readonly type: DocumentType | null;
  readonly issuing_country: string | null;
  readonly fields: DocumentFields;
};

export type FileView = StoredFile & {
  readonly attempt: number;
  readonly superseded: boolean;
  readonly createdAt: string;
};

/**
 * A profile with everything that follows from it: what a partner may see. A flow token sees less (`bodies.ts` of http).
 */
export type ProfileView = {
  readonly profile: Profile;
  readonly requirements: readonly Requirement[];
  readonly document: DocumentView | null;
  readonly checks: readonly Check[];
  readonly consent: ConsentEvidence | null;
  readonly files: readonly FileView[];
};
