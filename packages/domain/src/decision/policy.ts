import type { DocumentType } from '../evidence/document-reading.ts';
import type { SightingKind } from '../evidence/evidence.ts';
import type { Step } from '../profile/steps.ts';
import type { CheckName } from './checks.ts';
import type { ReasonAction, ReasonCode } from './reasons.ts';

/** What names one immutable policy document. */
export type PolicyRef = { readonly id: string; readonly version: string };

/** What a photo of a document must at least be; units as in `ImageFacts`. */
export type PhotoLimits = {
  /** Pixels of the shorter side. */
  readonly minSide: number;
  readonly minSharpness: number;
  readonly minBrightness: number;
  readonly maxGlare: number;
  /** Of the front alone: a back may be printed in black. */
  readonly minColour: number;
  readonly maxCutEdges: number;
  readonly maxMoire: number;
};

/**
 * What a policy may make of a reason. To wait is for an outage, and to explain for a transition: no policy makes either of
 * something that a check says.
 */
export const policyActions = ['retry', 'review', 'decline', 'info'] as const satisfies readonly ReasonAction[];
export type PolicyAction = (typeof policyActions)[number];

/** Whole days after which a profile is erased, counted from when it settled; `null`: it is kept. */
export type Retention = {
  readonly approvedDays: number | null;
  readonly declinedDays: number | null;
  /** Of those that expired or were canceled. */
  readonly unfinishedDays: number | null;
};

/** An immutable, versioned document: what is required, and where the thresholds lie. */
export type Policy = PolicyRef & {
  /** Steps a person must do; the order is the order in which they are asked. */
  readonly steps: readonly Step[];
  /** Steps a person may do. */
  readonly optionalSteps: readonly Step[];
  /** Checks that are absent here are not run. */
  readonly checks: { readonly [Name in CheckName]?: 'required' | 'optional' };
  readonly documents: {
    readonly types: readonly DocumentType[];
    /** ISO 3166-1 alpha-3 or ICAO 9303-3 codes; `null` allows every country that is not denied. */
    readonly allowedCountries: readonly string[] | null;
    readonly deniedCountries: readonly string[];
    /** Whole days after its date of expiry on which a document is still accepted. */
    readonly expiryGraceDays: number;
    /** Whole years from issue to expiry that a document can have at most; `null`: not judged. */
    readonly maxValidityYears: number | null;
    /**
     * How sure, 0 to 1, a reader of print must be of what the checks need; `null`: not judged, and where the years of
     * validity are not judged either, neither are the type that it names nor the claimed type, sex and two-letter country.
     */
    readonly minReaderConfidence: number | null;
  };
  /** `null`: pictures are not judged by what was measured of them. */
  readonly images: PhotoLimits | null;
  /** Score 0 to 100 from which two names are taken for one. */
  readonly names: { readonly pass: number };
  /** Whole years. */
  readonly minimumAge: number;
  /** Confidence 0 to 100: below `attack` is an attack, also where `pass` is lower; else at least `pass` passes, and the rest is a retry. */
  readonly liveness: { readonly pass: number; readonly attack: number };
  /** Similarity 0 to 100: at least `pass` passes, at least `review` is borderline, below is a mismatch. */
  readonly faceMatch: { readonly pass: number; readonly review: number };
  readonly device: { readonly maxAgeSeconds: number; readonly minConfidence: number; readonly maxLinkedIds: number };
  /** Under how many other references each may have been seen; `null`: not judged. */
  readonly duplicates: { readonly [Kind in SightingKind]: number | null };
  /** How many attempts a window may have, this one included; `null`: not judged. */
  readonly velocity: {
    readonly windowSeconds: number;
    readonly document: number | null;
    readonly device: number | null;
    readonly reference: number | null;
  };
  /** Share, 0 to 1, of approvals at which a person looks all the same. */
  readonly sampling: number;
  readonly maxAttempts: number;
  /** Liveness sessions that one attempt may open within an hour: a session that runs out is free, and not without end. */
  readonly maxSessionsPerAttempt: number;
  /** Browser credentials that one attempt may have at a time; they are valid for 15 minutes. */
  readonly maxCredentialsPerAttempt: number;
  /** How often a provider is asked before its check counts as unavailable. */
  readonly providerTries: number;
  /** Seconds from creation until an unfinished profile expires. */
  readonly expiresAfterSeconds: number;
  /** Seconds a profile may stay in `processing`. */
  readonly processingSeconds: number;
  /** Days an approval is valid; it never outlives the document. */
  readonly approvalDays: number;
  /** Whether a reviewer may approve over a failed required biometric check. */
  readonly biometricOverride: boolean;
  /** Actions that differ from the reason table's. */
  readonly actions: { readonly [Code in ReasonCode]?: PolicyAction };
  /** Absent or `null`: nothing is erased by itself. */
  readonly retention?: Retention | null;
};
