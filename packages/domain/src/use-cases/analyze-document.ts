import type { Caller } from '../access/caller.ts';
import type { Check } from '../decision/checks.ts';
import type { ReasonCode } from '../decision/reasons.ts';
import type { DomainError } from '../errors.ts';
import type { DocumentType, ReadingSignal } from '../evidence/document-reading.ts';
import type { TaskEither } from '../fp.ts';
import type { FileId, ProfileId } from '../ids.ts';
import type { Status } from '../profile/profile.ts';
import type { DocumentView } from '../profile/view.ts';

export type MrzView = {
  readonly format: string;
  readonly lines: readonly string[];
  readonly valid: boolean;
  readonly check_digits: readonly { readonly field: string; readonly valid: boolean }[];
};

export type AnalysisView = {
  readonly id: string;
  readonly profile_id: ProfileId;
  readonly model: string;
  readonly document: DocumentView;
  readonly mrz: MrzView | null;
  readonly barcode: null;
  readonly signals: readonly ReadingSignal[];
  readonly checks: readonly Check[];
  readonly reasons: readonly ReasonCode[];
  readonly usage: { readonly input_tokens: number; readonly output_tokens: number };
  readonly profile_status: Status;
  readonly created_at: string;
};

/** An image that comes with the request, or one that was uploaded before. */
export type ImageInput = { readonly bytes: Uint8Array } | { readonly fileId: FileId };

/**
 * Reads a document image and applies what it says. The same images again in the same attempt answer the stored
 * analysis, and a call while the first one runs joins it.
 */
export type AnalyzeDocument = (input: {
  readonly caller: Caller;
  readonly profileId: ProfileId;
  readonly front: ImageInput;
  readonly back: ImageInput | null;
  readonly hints: { readonly type?: DocumentType; readonly country?: string };
}) => TaskEither<DomainError, AnalysisView>;
