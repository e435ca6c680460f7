import type { DocumentType } from '@portcullis/documents';
import type { FingerprintKind } from '../evidence/evidence.ts';
import { type LivenessChallenge, livenessChallenges, usualChallenge } from '../kernel/liveness-challenges.ts';
import type { Step } from '../kernel/steps.ts';
import type { CheckName } from './check-names.ts';
import type { ReasonAction, ReasonCode } from './reasons.ts';

/** The reference to one immutable policy document. */
export type PolicyRef = { readonly id: string; readonly version: string };

/** The limits for a photo of a document. The units are those of `ImageFacts`. */
export type PhotoLimits = {
  /** The least length of the shorter side, in pixels. */
  readonly minSide: number;
  readonly minSharpness: number;
  readonly minBrightness: number;
  readonly maxGlare: number;
  /** This limit applies to the front only, because a back may be printed in black alone. */
  readonly minColour: number;
  readonly maxCutEdges: number;
};

/**
 * The actions that a policy may give to a reason. `wait` is reserved for outages and `explain` for transitions; no
 * policy can give them to a reason of a check.
 */
export const policyActions = ['retry', 'review', 'decline', 'info'] as const satisfies readonly ReasonAction[];
export type PolicyAction = (typeof policyActions)[number];

/**
 * Confidence, 0 to 100. A value below `attack` is an attack, even if `pass` is lower. Otherwise a value of at least
 * `pass` passes, and any other value is a retry.
 */
export type LivenessThresholds = { readonly pass: number; readonly attack: number };

/**
 * Similarity, 0 to 100. A value of at least `pass` passes, one of at least `review` is borderline, any other is a
 * mismatch.
 */
export type FaceThresholds = { readonly pass: number; readonly review: number };

/** Whole days after which a profile is erased, counted from the time of its final status; `null` keeps it. */
export type Retention = {
  readonly approvedDays: number | null;
  readonly declinedDays: number | null;
  /** For profiles that expired or were canceled. */
  readonly unfinishedDays: number | null;
};

/** The checks of the person's face. A reviewer who looks at documents cannot make up for them. */
export const biometricChecks = ['liveness', 'face_match'] as const satisfies readonly CheckName[];
export type BiometricCheck = (typeof biometricChecks)[number];

/** The checks that are run, and whether each must pass. Checks that are absent here are not run. */
export type CheckRequirements = { readonly [Name in CheckName]?: 'required' | 'optional' };

/** What one way to a decision asks for. */
export type PathRules = {
  /** The steps that an applicant must do, in the order in which they are requested. */
  readonly steps: readonly Step[];
  /** The steps that an applicant may do. */
  readonly optionalSteps: readonly Step[];
  readonly checks: CheckRequirements;
};

/** One of several ways to a decision, each sufficient by itself. */
export type PolicyPath = PathRules & { readonly id: string };

/** The rules of a policy that do not depend on the path. */
export type CommonRules = PolicyRef & {
  readonly documents: {
    readonly types: readonly DocumentType[];
    /** Codes of ISO 3166-1 alpha-3 or ICAO 9303-3; `null` allows every country that is not denied. */
    readonly allowedCountries: readonly string[] | null;
    readonly deniedCountries: readonly string[];
    /** The number of whole days after the date of expiry for which a document is still accepted. */
    readonly expiryGraceDays: number;
    /** The maximum number of whole years from issue to expiry; `null` means that it is not judged. */
    readonly maxValidityYears: number | null;
    /**
     * The least confidence (0 to 1) of the document reader in the fields that the checks need; `null` means that it is
     * not judged.
     */
    readonly minReaderConfidence: number | null;
    /**
     * The action for a document that is published as a sample: a reviewer looks at it, unless this is `accept`, as in a
     * sandbox.
     */
    readonly knownSpecimens?: 'review' | 'accept';
    /**
     * The action for a document on which its State puts nothing that can be verified by machine: a reviewer looks at
     * it, or another document is asked for. Absent: a review.
     */
    readonly unverifiable?: 'review' | 'refuse';
  };
  /** `null` means that the measures of the photos are not judged. */
  readonly images: PhotoLimits | null;
  /** The score (0 to 100) from which on two names count as the same. */
  readonly names: { readonly pass: number };
  /** In whole years. */
  readonly minimumAge: number;
  /**
   * The thresholds of the challenge `movement_and_light`, and of the gentle one, `movement`, where the policy lets
   * anybody ask for it.
   */
  readonly liveness: LivenessThresholds & { readonly movement?: LivenessThresholds };
  /** The thresholds on the scale of AWS, and those of each other model: a score of one says nothing on another. */
  readonly faceMatch: FaceThresholds & { readonly models?: { readonly [model: string]: FaceThresholds } };
  readonly device: { readonly maxAgeSeconds: number; readonly minConfidence: number; readonly maxLinkedIds: number };
  /** The maximum number of other references under which each may have been seen; `null` means that it is not judged. */
  readonly duplicates: { readonly [Kind in FingerprintKind]: number | null };
  /** The maximum number of attempts in the window, including this one; `null` means that it is not judged. */
  readonly velocity: {
    readonly windowSeconds: number;
    readonly document: number | null;
    readonly device: number | null;
    readonly reference: number | null;
  };
  /** The share (0 to 1) of approvals that a reviewer looks at although nothing speaks against them. */
  readonly sampling: number;
  readonly maxAttempts: number;
  /**
   * The maximum number of liveness sessions per attempt and hour. An expired session does not count as an attempt, so
   * it needs a limit.
   */
  readonly maxSessionsPerAttempt: number;
  /** The maximum number of valid browser credentials per attempt. Credentials are valid for 15 minutes. */
  readonly maxCredentialsPerAttempt: number;
  /** The number of calls to a provider after which its check counts as unavailable. */
  readonly providerTries: number;
  /** The seconds from creation after which an unfinished profile expires. */
  readonly expiresAfterSeconds: number;
  /** The maximum number of seconds that a profile stays in `processing`. */
  readonly processingSeconds: number;
  /** The days for which an approval is valid. An approval never outlives the document. */
  readonly approvalDays: number;
  /** The biometric checks over which a reviewer may approve although they have not passed; `false` names none. */
  readonly biometricOverride: false | readonly BiometricCheck[];
  /** With `fourEyes` two different reviewers must approve. Absent: one reviewer is enough. */
  readonly review?: { readonly fourEyes: boolean };
  /** The actions that differ from the default actions of the reason table. */
  readonly actions: { readonly [Code in ReasonCode]?: PolicyAction };
  /** If this is absent or `null`, no profile is erased automatically. */
  readonly retention?: Retention | null;
};

type WithoutPaths = { readonly paths?: undefined; readonly always?: undefined };
type WithoutRules = { readonly [Name in keyof PathRules]?: undefined };

/** A policy with one path, which has no name. The checks and the requirements work on this form. */
export type FlatPolicy = CommonRules & PathRules & WithoutPaths;

/** A policy with paths, in the order of preference, and the checks of every path beside its own. */
export type PolicyWithPaths = CommonRules &
  WithoutRules & {
    readonly paths: readonly PolicyPath[];
    readonly always: CheckRequirements;
  };

/** An immutable, versioned document that states the requirements and the thresholds, in one of two forms. */
export type Policy = FlatPolicy | PolicyWithPaths;

/** The challenges that the policy allows, the usual one first. */
export const allowedChallenges = ({ liveness }: CommonRules): readonly LivenessChallenge[] =>
  liveness.movement ? livenessChallenges : [usualChallenge];

/** Whether a reviewer may approve over this biometric check. */
export const allowsOverride = (
  { biometricOverride }: Pick<CommonRules, 'biometricOverride'>,
  name: BiometricCheck,
): boolean => biometricOverride !== false && biometricOverride.includes(name);
