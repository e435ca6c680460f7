import type { CommonRules, FlatPolicy, LivenessThresholds, PhotoLimits } from './policy.ts';

/** The id of the policies that are part of this package. No other policy may have it. */
export const builtInPolicyId = 'standard';

/** Utopia, the state of the specimens in ICAO 9303. Nobody holds its documents. */
const specimenStates = ['UTO'];

/** The liveness confidence (0 to 100) below which a session is an attack, whatever the threshold. */
const attackLimit = 10;

export type StandardOptions = {
  /** The confidence (0 to 100) from which on a person counts as live. */
  readonly livenessThreshold: number;
  /** Whether specimen documents are accepted. Only the sandbox accepts them. */
  readonly specimens: boolean;
};

/**
 * The edition of this policy. A change after a release makes a new one, and the released ones stay, so that their
 * decisions can be replayed.
 */
const edition = '1';

/** The version includes the options: a different threshold is a different policy, and both can always be replayed. */
const versionOf = ({ livenessThreshold, specimens }: StandardOptions): string =>
  `${edition}${livenessThreshold === 75 ? '' : `+liveness.${livenessThreshold}`}${specimens ? '+specimens' : ''}`;

/** The policy of a version, or `null` where no options have this version. */
export const policyOfVersion = (version: string): FlatPolicy | null => {
  const match = /^\d+(?:\+liveness\.(\d{1,3}))?(\+specimens)?$/.exec(version);
  if (!match) return null;
  const options = { livenessThreshold: match[1] ? Number(match[1]) : 75, specimens: match[2] !== undefined };
  return options.livenessThreshold <= 100 && versionOf(options) === version ? standardPolicy(options) : null;
};

/**
 * Below these limits nothing can be read any more; every photo that was read without a mistake is above all of them.
 * See `docs/adr/0005-media.md`.
 */
const photoLimits: PhotoLimits = {
  minSide: 200,
  minSharpness: 0.22,
  minBrightness: 0.08,
  maxGlare: 0.06,
  minColour: 0.015,
  maxCutEdges: 0,
};

const livenessLimits = ({ livenessThreshold: pass }: StandardOptions): LivenessThresholds => ({
  pass,
  attack: attackLimit,
});

/** Everybody uses the same specimens, so they never count as duplicates and have no velocity limits. */
const historyLimits = ({ specimens }: StandardOptions): Pick<CommonRules, 'duplicates' | 'velocity'> =>
  specimens
    ? {
        duplicates: { document: null, person: null, image: null, device: null },
        velocity: { windowSeconds: 86_400, document: null, device: null, reference: null },
      }
    : {
        duplicates: { document: 0, person: 0, image: 0, device: 3 },
        velocity: { windowSeconds: 86_400, document: 5, device: 10, reference: 10 },
      };

/**
 * The standard policy: it requires a passport, identity card, residence permit or driving licence, a live person, and a
 * match of their faces.
 */
export const standardPolicy = (options: StandardOptions): FlatPolicy => ({
  id: builtInPolicyId,
  version: versionOf(options),
  steps: ['consent', 'document_front', 'liveness'],
  optionalSteps: ['document_back', 'device'],
  checks: {
    document_quality: 'required',
    document_type: 'required',
    document_mrz: 'required',
    document_barcode: 'optional',
    document_consistency: 'required',
    document_expiry: 'required',
    document_age: 'required',
    document_authenticity: 'optional',
    claimed_data: 'optional',
    liveness: 'required',
    face_match: 'required',
    device: 'optional',
    duplicates: 'optional',
    velocity: 'optional',
  },
  documents: {
    types: ['passport', 'id_card', 'residence_permit', 'driving_licence'],
    allowedCountries: null,
    deniedCountries: options.specimens ? [] : specimenStates,
    expiryGraceDays: 0,
    maxValidityYears: 15,
    minReaderConfidence: 0.5,
    unverifiable: 'review',
    ...(options.specimens && { knownSpecimens: 'accept' }),
  },
  images: photoLimits,
  names: { pass: 80 },
  minimumAge: 18,
  liveness: { ...livenessLimits(options), movement: livenessLimits(options) },
  faceMatch: { pass: 90, review: 80 },
  device: { maxAgeSeconds: 300, minConfidence: 0.5, maxLinkedIds: 3 },
  ...historyLimits(options),
  sampling: 0,
  maxAttempts: 3,
  maxSessionsPerAttempt: 5,
  maxCredentialsPerAttempt: 3,
  providerTries: 3,
  expiresAfterSeconds: 7 * 86_400,
  processingSeconds: 15 * 60,
  approvalDays: 365,
  biometricOverride: false,
  actions: {},
  // How long a decision is kept is for the operator to say, who has to account for it.
  retention: { approvedDays: null, declinedDays: null, unfinishedDays: 30 },
});
