import type { DocumentReading, DocumentType } from '@portcullis/documents';
import type { FileId } from '../kernel/ids.ts';
import type { UnavailableKind } from '../kernel/outage-cause.ts';
import type { DeviceSignals } from './device-signals.ts';
import type { FaceBoxes } from './face-box.ts';
import type { ImageFacts } from './image-facts.ts';

/** The claims of the partner about the person. Dates are `YYYY-MM-DD`, `country` is ISO 3166-1 alpha-2 or alpha-3. */
export type Claimed = {
  readonly full_name?: string;
  readonly first_name?: string;
  readonly last_name?: string;
  readonly date_of_birth?: string;
  readonly document_type?: DocumentType;
  readonly document_number?: string;
  readonly country?: string;
  readonly email?: string;
  readonly phone?: string;
  readonly address?: string;
  readonly gender?: string;
};

export const fileKinds = ['document_front', 'document_back', 'liveness_reference'] as const;
export type FileKind = (typeof fileKinds)[number];

/**
 * The kinds of file that a person or a partner may upload; the liveness reference image comes from the provider alone.
 */
export const uploadKinds = ['document_front', 'document_back'] as const;
export type UploadKind = (typeof uploadKinds)[number];

/** A stored file. `size` is in bytes; `sha256` is of the bytes as they were received, before they were re-encoded. */
export type StoredFile = {
  readonly id: FileId;
  readonly kind: FileKind;
  readonly contentType: string;
  readonly size: number;
  readonly sha256: string;
};

type Common = {
  /** The attempt in which it was supplied. */
  readonly attempt: number;
  readonly at: string;
};

/** The claims of the partner, in full after each change: the newest one counts. */
export type ClaimedEvidence = Common & { readonly kind: 'claimed'; readonly claimed: Claimed };

/**
 * A consent, or its refusal. A refusal with the scope `face` is of the face check alone: what was consented to of the
 * document before stands. Without a scope it is of everything.
 */
export type ConsentEvidence = Common & {
  readonly kind: 'consent';
  readonly textVersion: string;
  readonly locale: string;
} & ConsentAnswer;

/** Consent was given, or it was refused or withdrawn. Only a refusal has a scope. */
export type ConsentAnswer =
  | { readonly granted: true; readonly scope?: undefined }
  | { readonly granted: false; readonly scope?: 'face' };

/**
 * `contentSha256` is of the picture as it is kept, re-encoded. It and `image` are absent in evidence that is older than
 * these fields.
 */
export type FileEvidence = Common & {
  readonly kind: 'file';
  readonly file: StoredFile;
  readonly contentSha256?: string;
  readonly image?: ImageFacts;
};

/**
 * The digest of the bytes as they are kept (SHA-256, lower-case hex); `null` where it is not known. A reference image
 * is kept as the provider sent it.
 */
export const contentDigest = ({ contentSha256, file }: FileEvidence): string | null =>
  contentSha256 ?? (file.kind === 'liveness_reference' ? file.sha256 : null);

/** `id` names the analysis; `frontFileId` and `backFileId` name the images that were read. */
export type ReadingEvidence = Common & {
  readonly kind: 'document_reading';
  readonly id: string;
  readonly frontFileId: FileId;
  readonly backFileId: FileId | null;
  readonly reading: DocumentReading;
};

/**
 * The values that a client needs to run a liveness session. The provider defines them; here they are opaque texts,
 * which are stored and answered. `challenge` is the one that the provider gives to the person: without it, the provider
 * has none to choose from. `region` is one of the provider's own.
 */
export type LivenessClientParameters = { readonly [name: string]: string };

/** `sessionId` has the provider's own form; `parameters` are those that have no name of their own here. */
export type LivenessSessionEvidence = Common & {
  readonly kind: 'liveness_session';
  readonly sessionId: string;
  readonly challenge?: string;
  readonly region?: string;
  readonly parameters?: { readonly [name: string]: string };
  readonly expiresAt: string;
};

/** Browser credentials were issued for the open session of this attempt. */
export type CredentialsEvidence = Common & { readonly kind: 'browser_credentials'; readonly sessionId: string };

/** What the page recorded was submitted for the session, which it uses up. Nothing of the recording is kept. */
export type CaptureEvidence = Common & { readonly kind: 'liveness_capture'; readonly sessionId: string };

/**
 * How a session ended. `confidence` is 0 to 100; it and `challenge` are `null` unless the session succeeded. `live` is
 * the verdict of a provider that gives one.
 */
export type LivenessResultEvidence = Common & {
  readonly kind: 'liveness_result';
  readonly sessionId: string;
  readonly status: 'succeeded' | 'failed' | 'expired';
  readonly confidence: number | null;
  readonly live?: boolean;
  /** The challenge that the provider says the person was given; `null` also where it names none. */
  readonly challenge: string | null;
  readonly referenceFileId: FileId | null;
  /**
   * The provider had an image of the person, and it was not kept: consent was lacking, or the result does not count.
   */
  readonly faceWithheld?: true;
  /**
   * The result came too late (for an older attempt, or for a profile past its open states): it is kept, and never
   * counts.
   */
  readonly late: boolean;
};

/**
 * `similarity` is 0 to 100, `null` unless two faces were compared. The document's file is its front or its back. The
 * boxes are for people who look at the pictures, and no check reads them. They are absent where the provider named
 * none.
 */
export type FaceMatchEvidence = Common &
  FaceBoxes & {
    readonly kind: 'face_match';
    readonly documentFileId: FileId;
    readonly referenceFileId: FileId;
    readonly outcome:
      | 'compared'
      | 'no_face_on_document'
      | 'several_people_on_document'
      | 'no_face_in_selfie'
      | 'several_faces_in_selfie'
      | 'selfie_too_poor';
    readonly similarity: number | null;
    /** The model whose score this is; AWS's has no name. */
    readonly model?: string;
  };

/** The facts of the device provider about one event. `evidence/device-signals.ts` has the table of the signals. */
export type DeviceFacts = DeviceSignals & {
  readonly visitorId: string | null;
  readonly occurredAt: string;
  readonly linkedId: string | null;
  /** Whether the event was made on one of our pages; `null` when it names no page. */
  readonly originAllowed: boolean | null;
};

/** `facts` is `null` when the provider knows no such event. */
export type DeviceEvidence = Common & {
  readonly kind: 'device';
  readonly eventId: string;
  readonly facts: DeviceFacts | null;
  /** The event had already been used for another profile or another attempt. */
  readonly usedBefore?: true;
};

/** The person's browser named a device event; the provider is asked for the facts. */
export type DeviceEventEvidence = Common & { readonly kind: 'device_event'; readonly eventId: string };

export const observations = ['document_reading', 'liveness', 'face_match', 'back_face_match', 'device'] as const;
/**
 * The observations that providers are asked for while a profile is processed. `face_match` is that of the front; both
 * comparisons are evidence of the same kind. For `liveness` nobody is asked: it records that there is no provider.
 */
export type Observation = (typeof observations)[number];

export const failureReasons = [
  'provider_unavailable',
  'provider_timeout',
  'provider_quota_exceeded',
  'provider_budget_exhausted',
  'provider_not_configured',
  'provider_response_invalid',
  'ai_refused',
  'ai_output_truncated',
  'ai_output_invalid',
] as const;
export type FailureReason = (typeof failureReasons)[number];

/** A provider gave no answer in this attempt, and why. Each failure is one piece of evidence. */
export type ProviderFailureEvidence = Common & {
  readonly kind: 'provider_failure';
  readonly observation: Observation;
  readonly reason: FailureReason;
  /** The kind of outage behind the reason; absent in evidence that is older than this field. */
  readonly outage?: UnavailableKind;
};

/**
 * The kinds of fingerprint by which profiles of a tenant can be recognized as of one person, one document or one
 * device.
 */
export const fingerprintKinds = ['document', 'person', 'image', 'device'] as const;
export type FingerprintKind = (typeof fingerprintKinds)[number];

/** What a declined profile may have shown too. A device says nothing of the others in a household. */
export const declinedKinds = ['document', 'person', 'image'] as const satisfies readonly FingerprintKind[];
export type DeclinedKind = (typeof declinedKinds)[number];

/**
 * Where else the tenant has seen this document, person, picture or device, over all attempts of all profiles, failed
 * ones included. It is looked up in our own index by keyed digests. `null` means that there was nothing to look up.
 */
export type DuplicatesEvidence = Looked &
  (
    | { readonly kind: 'sightings'; readonly unreadable?: undefined }
    | {
        /**
         * The store could not say of each entry on which list it is. This is a kind of its own, because a release that
         * does not know it refuses the profile; a field that it does not know it would drop, and then approve.
         */
        readonly kind: 'incomplete_sightings';
        /** The kinds that such entries are of, at least one. */
        readonly unreadable: readonly FingerprintKind[];
      }
  );

type Looked = Common & {
  /** The reading whose fields were looked up. */
  readonly readingId: string | null;
  /** How many references other than this profile's have it. */
  readonly others: { readonly [Kind in FingerprintKind]: number | null };
  /** How many attempts within the window that ends now have it, this one included. */
  readonly attempts: {
    readonly windowSeconds: number;
    readonly document: number | null;
    readonly device: number | null;
    readonly reference: number;
  };
  /**
   * How many other profiles that showed the document, and how many of other references that showed the person or a
   * picture, are declined now; `null` means that there was nothing to look up. Older evidence has the document alone.
   */
  readonly declined: { readonly document: number | null } & { readonly [Kind in DeclinedKind]?: number | null };
  /** The kinds that are on the tenant's own lists. */
  readonly blocked: readonly FingerprintKind[];
  readonly allowed: readonly FingerprintKind[];
};

export const isDuplicates = (item: Evidence): item is DuplicatesEvidence =>
  item.kind === 'sightings' || item.kind === 'incomplete_sightings';

/** The person, or the partner, chose one of the paths of the policy. Before the first choice it is the first path. */
export type PathEvidence = Common & { readonly kind: 'path_chosen'; readonly path: string };

/** A supplied or observed fact. It is append-only: newer evidence supersedes older evidence and never removes it. */
export type Evidence =
  | ClaimedEvidence
  | ConsentEvidence
  | PathEvidence
  | FileEvidence
  | ReadingEvidence
  | LivenessSessionEvidence
  | CredentialsEvidence
  | CaptureEvidence
  | LivenessResultEvidence
  | FaceMatchEvidence
  | DeviceEventEvidence
  | DeviceEvidence
  | DuplicatesEvidence
  | ProviderFailureEvidence;

export type EvidenceKind = Evidence['kind'];

/** The files that evidence names, in its order. */
export const filesIn = (evidence: readonly Evidence[]): readonly StoredFile[] =>
  evidence.flatMap((item) => (item.kind === 'file' ? [item.file] : []));
