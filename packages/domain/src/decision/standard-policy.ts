import { notFound } from '../errors.ts';
import { TE } from '../fp.ts';
import type { PolicyStore } from '../ports/stores/policy-store.ts';
import type { Policy } from './policy.ts';

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

/** The options are a part of the version: another threshold is another policy, and both can be replayed for ever. */
const versionOf = ({ livenessThreshold, specimens }: StandardOptions): string =>
  `1${livenessThreshold === 75 ? '' : `+liveness.${livenessThreshold}`}${specimens ? '+specimens' : ''}`;

const optionsOf = (version: string): StandardOptions | null => {
  const match = /^1(?:\+liveness\.(\d{1,3}))?(\+specimens)?$/.exec(version);
  if (!match) return null;
  const options = { livenessThreshold: match[1] ? Number(match[1]) : 75, specimens: match[2] !== undefined };
  return options.livenessThreshold <= 100 && versionOf(options) === version ? options : null;
};

/** The first policy: a passport, identity card or residence permit, a live person, and the two of them alike. */
export const standardPolicy = (options: StandardOptions): Policy => ({
  id: 'standard',
  version: versionOf(options),
  steps: ['consent', 'document_front', 'liveness'],
  optionalSteps: ['document_back', 'device'],
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
  documents: {
    types: ['passport', 'id_card', 'residence_permit'],
    allowedCountries: null,
    deniedCountries: options.specimens ? [] : specimenStates,
    expiryGraceDays: 0,
  },
  minimumAge: 18,
  liveness: { pass: options.livenessThreshold, attack: attackBelow },
  faceMatch: { pass: 90, review: 80 },
  device: { maxAgeSeconds: 300, minConfidence: 0.5, maxLinkedIds: 3 },
  maxAttempts: 3,
  maxSessionsPerAttempt: 5,
  maxCredentialsPerAttempt: 3,
  providerTries: 3,
  expiresAfterSeconds: 7 * 86_400,
  processingSeconds: 15 * 60,
  approvalDays: 365,
  biometricOverride: false,
  actions: {},
});

/** The policies that are a part of this package: every version of `standard`, the configured one for new profiles. */
export const builtInPolicies = (options: StandardOptions): PolicyStore => ({
  latest: (id) => (id === 'standard' ? TE.right(standardPolicy(options)) : TE.left(notFound)),
  get: ({ id, version }) => {
    const recorded = id === 'standard' ? optionsOf(version) : null;
    return recorded ? TE.right(standardPolicy(recorded)) : TE.left(notFound);
  },
});
