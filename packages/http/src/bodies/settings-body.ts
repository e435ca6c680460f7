import {
  type Caller,
  documentTypes,
  livenessChallenges,
  oneOf,
  type Policy,
  type SettingsView,
  t,
} from '@portcullis/domain';
import type { Limits } from '../config.ts';
import { orNull, StepCodec } from './shared.ts';

const Band = t.intersection([t.type({ name: t.string }), t.partial({ at_least: t.number })]);

const UploadRule = t.intersection([
  t.type({ content_types: t.readonlyArray(t.string), max_bytes: t.number }),
  t.partial({ max_pixels: t.number }),
]);

const Scenario = t.type({ name: t.string, description: t.string, document: t.string });

export const SettingsBody = t.type(
  {
    object: t.literal('settings'),
    policy: t.type({ id: t.string, version: t.string }),
    steps: t.type({ required: t.readonlyArray(StepCodec), optional: t.readonlyArray(StepCodec) }),
    documents: t.type({
      types: t.readonlyArray(oneOf(documentTypes)),
      allowed_countries: orNull(t.readonlyArray(t.string)),
      denied_countries: t.readonlyArray(t.string),
      expiry_grace_days: t.number,
    }),
    minimum_age: t.number,
    uploads: t.type({ image: UploadRule, video: UploadRule, max_files: t.number, max_request_bytes: t.number }),
    liveness: t.type({
      region: t.string,
      challenges: t.readonlyArray(oneOf(livenessChallenges)),
      bands: t.readonlyArray(Band),
    }),
    face_match: t.type({ bands: t.readonlyArray(Band) }),
    consent: t.type({ text_versions: t.readonlyArray(t.string) }),
    languages: t.readonlyArray(t.string),
    fingerprint: t.type({ region: t.string }),
    limits: t.type({
      max_attempts: t.number,
      max_credentials_per_attempt: t.number,
      expires_after_seconds: t.number,
      approval_days: t.number,
    }),
    sandbox: orNull(t.type({ scenarios: t.readonlyArray(Scenario) })),
    app: t.UnknownRecord,
  },
  'Settings',
);

const imageTypes = ['image/jpeg', 'image/png', 'image/webp'];
const videoTypes = ['video/webm', 'video/mp4'];
const maxPixels = 25_000_000;

type Threshold = readonly [name: string, atLeast: number];

/** The names of the bands are for everybody; where they begin only for the partner. */
const bandsFor = (caller: Caller, thresholds: readonly Threshold[]) =>
  thresholds.map(([name, atLeast]) => (caller.kind === 'machine' ? { name, at_least: atLeast } : { name }));

const bandsOf = (caller: Caller, { liveness, faceMatch }: Policy) => ({
  liveness: bandsFor(caller, [
    ['pass', liveness.pass],
    ['retry', liveness.attack],
    ['attack', 0],
  ]),
  faceMatch: bandsFor(caller, [
    ['pass', faceMatch.pass],
    ['review', faceMatch.review],
    ['mismatch', 0],
  ]),
});

const uploadRules = (limits: Limits) => ({
  image: { content_types: imageTypes, max_bytes: limits.imageBytes, max_pixels: maxPixels },
  video: { content_types: videoTypes, max_bytes: limits.videoBytes },
  max_files: limits.files,
  max_request_bytes: limits.multipartBytes,
});

export const settingsBody = (view: SettingsView, caller: Caller, limits: Limits): t.TypeOf<typeof SettingsBody> => {
  const { policy } = view;
  const bands = bandsOf(caller, policy);
  return {
    object: 'settings',
    policy: { id: policy.id, version: policy.version },
    steps: { required: policy.steps, optional: policy.optionalSteps },
    documents: {
      types: policy.documents.types,
      allowed_countries: policy.documents.allowedCountries,
      denied_countries: policy.documents.deniedCountries,
      expiry_grace_days: policy.documents.expiryGraceDays,
    },
    minimum_age: policy.minimumAge,
    uploads: uploadRules(limits),
    liveness: { region: view.livenessRegion, challenges: livenessChallenges, bands: bands.liveness },
    face_match: { bands: bands.faceMatch },
    consent: { text_versions: view.consentVersions },
    languages: view.languages,
    fingerprint: { region: view.fingerprintRegion },
    limits: {
      max_attempts: policy.maxAttempts,
      max_credentials_per_attempt: policy.maxCredentialsPerAttempt,
      expires_after_seconds: policy.expiresAfterSeconds,
      approval_days: policy.approvalDays,
    },
    sandbox: view.scenarios && { scenarios: view.scenarios },
    app: view.app,
  };
};
