import { notFound } from '../errors.ts';
import { TE } from '../fp.ts';
import type { PolicyStore } from '../ports/stores/policy-store.ts';
import type { PhotoLimits, Policy } from './policy.ts';

/** The id of the policies that are a part of this package; no other policy has it. */
export const builtInId = 'standard';

/** The specimen state of ICAO 9303, whose documents nobody holds. */
const specimenStates = ['UTO'];

/** Confidence below which liveness is an attack, whatever the threshold. */
const attackBelow = 10;

export type StandardOptions = {
  /** Confidence 0 to 100 from which a person counts as live. */
  readonly livenessThreshold: number;
  /** Whether specimen documents are accepted: the sandbox alone. */
  readonly specimens: boolean;
};

/** The editions of this policy. A change of what stands here is a new one; the old ones stay, for what was decided under them. */
const editions = ['1', '2'] as const;
type Edition = (typeof editions)[number];
const newest: Edition = '2';

/** The options are a part of the version: another threshold is another policy, and both can be replayed for ever. */
const versionOf = (edition: Edition, { livenessThreshold, specimens }: StandardOptions): string =>
  `${edition}${livenessThreshold === 75 ? '' : `+liveness.${livenessThreshold}`}${specimens ? '+specimens' : ''}`;

const recorded = (version: string): Policy | null => {
  const match = /^(\d+)(?:\+liveness\.(\d{1,3}))?(\+specimens)?$/.exec(version);
  const edition = editions.find((name) => name === match?.[1]);
  if (!match || !edition) return null;
  const options = { livenessThreshold: match[2] ? Number(match[2]) : 75, specimens: match[3] !== undefined };
  const isOurs = options.livenessThreshold <= 100 && versionOf(edition, options) === version;
  return isOurs ? standardPolicy(options, edition) : null;
};

/** What the first edition did not look at. */
const before: Readonly<Record<Edition, Partial<Policy>>> = {
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
};

/**
 * Where nothing can be read any more, and not before: what was read without a mistake is above all of them. A grid is
 * measured and not judged, because security paper has one, too. See `docs/adr/0012-image-facts.md`.
 */
const photos: PhotoLimits = {
  minSide: 200,
  minSharpness: 0.22,
  minBrightness: 0.08,
  maxGlare: 0.06,
  minColour: 0.015,
  maxCutEdges: 0,
  maxMoire: 1,
};

/** Specimens are everybody's: whoever shows one is nobody's duplicate, and nobody shows one too often. */
const countsOf = ({ specimens }: StandardOptions): Pick<Policy, 'duplicates' | 'velocity'> =>
  specimens
    ? {
        duplicates: { document: null, person: null, image: null, device: null },
        velocity: { windowSeconds: 86_400, document: null, device: null, reference: null },
      }
    : {
        duplicates: { document: 0, person: 0, image: 0, device: 3 },
        velocity: { windowSeconds: 86_400, document: 5, device: 10, reference: 10 },
      };

/** The policy of the house: a passport, identity card or residence permit, a live person, and the two of them alike. */
export const standardPolicy = (options: StandardOptions, edition: Edition = newest): Policy => ({
  id: builtInId,
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
  },
  images: photos,
  names: { pass: 80 },
  minimumAge: 18,
  liveness: { pass: options.livenessThreshold, attack: attackBelow },
  faceMatch: { pass: 90, review: 80 },
  device: { maxAgeSeconds: 300, minConfidence: 0.5, maxLinkedIds: 3 },
  ...countsOf(options),
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
  ...before[edition],
});

/** The policies that are a part of this package: every version of `standard`, the configured one for new profiles. */
export const builtInPolicies = (options: StandardOptions): PolicyStore => ({
  latest: (id) => (id === builtInId ? TE.right(standardPolicy(options)) : TE.left(notFound)),
  get: ({ id, version }) => {
    const found = id === builtInId ? recorded(version) : null;
    return found ? TE.right(found) : TE.left(notFound);
  },
});
