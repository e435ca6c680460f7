import type { PhotoLimits, Policy, PolicyRef } from './policy.ts';

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
 * The editions of this policy. Each change makes a new edition; the old ones stay, so that their decisions can be
 * replayed.
 */
const editions = ['1', '2', '3'] as const;
type Edition = (typeof editions)[number];
const newestEdition: Edition = '3';

/** The version includes the options: a different threshold is a different policy, and both can always be replayed. */
const versionOf = (edition: Edition, { livenessThreshold, specimens }: StandardOptions): string =>
  `${edition}${livenessThreshold === 75 ? '' : `+liveness.${livenessThreshold}`}${specimens ? '+specimens' : ''}`;

/** The policy of a version, or `null` where no edition with any options has this version. */
export const policyOfVersion = (version: string): Policy | null => {
  const match = /^(\d+)(?:\+liveness\.(\d{1,3}))?(\+specimens)?$/.exec(version);
  const edition = editions.find((name) => name === match?.[1]);
  if (!match || !edition) return null;
  const options = { livenessThreshold: match[2] ? Number(match[2]) : 75, specimens: match[3] !== undefined };
  const isCanonical = options.livenessThreshold <= 100 && versionOf(edition, options) === version;
  return isCanonical ? standardPolicy(options, edition) : null;
};

/**
 * What an edition alone has: the first one fewer checks and no photo limits, the third one the second rules, and an end
 * of what was abandoned. How long a decision is kept is for the operator to say, who has to account for it.
 */
const editionOverrides: Readonly<Record<Edition, Partial<Policy>>> = {
  '1': {
    checks: {
      document_quality: 'required',
      document_type: 'required',
      document_mrz: 'required',
      document_consistency: 'required',
      document_expiry: 'required',
      document_age: 'required',
      document_authenticity: 'optional',
      claimed_data: 'optional',
      liveness: 'required',
      face_match: 'required',
      device: 'optional',
    },
    images: null,
  },
  '2': {},
  '3': { rules: 2, retention: { approvedDays: null, declinedDays: null, unfinishedDays: 30 } },
};

/**
 * Below these limits nothing can be read any more; every photo that was read without a mistake is above all of them.
 * See `docs/adr/0012-image-facts.md`.
 */
const photoLimits: PhotoLimits = {
  minSide: 200,
  minSharpness: 0.22,
  minBrightness: 0.08,
  maxGlare: 0.06,
  minColour: 0.015,
  maxCutEdges: 0,
};

/** Everybody uses the same specimens, so they never count as duplicates and have no velocity limits. */
const historyLimits = ({ specimens }: StandardOptions): Pick<Policy, 'duplicates' | 'velocity'> =>
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
 * The standard policy: it requires a passport, identity card or residence permit, a live person, and a match of their
 * faces.
 */
export const standardPolicy = (options: StandardOptions, edition: Edition = newestEdition): Policy => ({
  id: builtInPolicyId,
  version: versionOf(edition, options),
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
    types: ['passport', 'id_card', 'residence_permit'],
    allowedCountries: null,
    deniedCountries: options.specimens ? [] : specimenStates,
    expiryGraceDays: 0,
    maxValidityYears: edition === '1' ? null : 15,
    minReaderConfidence: edition === '1' ? null : 0.5,
    ...(edition === '3' && options.specimens && { knownSpecimens: 'accept' }),
  },
  images: photoLimits,
  names: { pass: 80 },
  minimumAge: 18,
  liveness: { pass: options.livenessThreshold, attack: attackLimit },
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
  ...editionOverrides[edition],
});

/**
 * The documents that a version was before it was released. For some hours edition 3 had no end of what was abandoned,
 * and decisions of that time have its digest. A released version never gets one: a change makes a new edition.
 */
export const formerPoliciesOf = ({ id, version }: PolicyRef): readonly Policy[] => {
  const policy = id === builtInPolicyId && /^3\b/.test(version) ? policyOfVersion(version) : null;
  if (policy === null) return [];
  const { retention: _, ...former } = policy;
  return [former];
};
