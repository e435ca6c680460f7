import { documentTypes } from '@portcullis/documents';
import type { Policy } from '@portcullis/domain';
import { allowedChallenges, faceThresholds, openPolicy, pathsOf } from '@portcullis/domain/checks';
import { maxFrames } from '@portcullis/domain/evidence';
import { livenessChallenges, oneOf, t } from '@portcullis/domain/kernel';
import type { SettingsView } from '@portcullis/domain/use-cases';
import type { RequestLimits } from '../request/config.ts';
import { Count, nullable, Ordinal, Score, StepCodec } from './shared-codecs.ts';

const Band = t.type({ name: t.string, at_least: Score });
const FlowBand = t.type({ name: t.string });

const UploadRule = t.intersection([
  t.type({ content_types: t.readonlyArray(t.string), max_bytes: Count }),
  t.partial({ max_pixels: Count }),
]);

const Scenario = t.type({ name: t.string, description: t.string, document: t.string });

const commonCodecs = {
  object: t.literal('settings'),
  steps: t.type({ required: t.readonlyArray(StepCodec), optional: t.readonlyArray(StepCodec) }),
  documents: t.type({
    types: t.readonlyArray(oneOf(documentTypes)),
    allowed_countries: nullable(t.readonlyArray(t.string)),
    denied_countries: t.readonlyArray(t.string),
    expiry_grace_days: Count,
    min_photo_side: nullable(Count),
  }),
  minimum_age: Count,
  face_check: t.boolean,
  uploads: t.intersection([
    t.type({ image: UploadRule, max_request_bytes: Count }),
    t.partial({ frames: t.type({ per_side: Ordinal, max_bytes: Count }) }),
  ]),
  consent: t.type({
    text_versions: t.readonlyArray(t.string),
    current: nullable(t.type({ text_version: t.string, language: t.string, text: t.string })),
  }),
  languages: t.readonlyArray(t.string),
  fingerprint: t.type({
    region: t.string,
    agent: nullable(t.type({ endpoint: t.string, public_key: t.string })),
  }),
  limits: t.type({
    max_attempts: Count,
    max_credentials_per_attempt: Count,
    expires_after_seconds: Count,
    approval_days: Count,
  }),
  sandbox: nullable(t.type({ scenarios: t.readonlyArray(Scenario) })),
  app: t.UnknownRecord,
};

const Partner = t.type({
  name: nullable(t.string),
  logo: nullable(t.string),
  accent_color: nullable(t.string),
  privacy_url: nullable(t.string),
  terms_url: nullable(t.string),
  support_url: nullable(t.string),
  home_url: nullable(t.string),
});

const livenessCodec = <C extends t.Mixed>(band: C) =>
  t.type({
    region: t.string,
    challenges: t.readonlyArray(oneOf(livenessChallenges)),
    bands: t.readonlyArray(band),
  });

export const SettingsBody = t.type(
  {
    ...commonCodecs,
    view: t.literal('partner'),
    policy: t.type({ id: t.string, version: t.string }),
    providers: nullable(t.type({ liveness: t.string, faces: t.string, document_reader: t.string, devices: t.string })),
    liveness: livenessCodec(Band),
    face_match: t.type({ bands: t.readonlyArray(Band) }),
  },
  'Settings',
);

/**
 * This view has bands without their limits and the policy without its version, because a version identifies the
 * thresholds.
 */
export const FlowSettingsBody = t.type(
  {
    ...commonCodecs,
    view: t.literal('person'),
    policy: t.type({ id: t.string }),
    liveness: livenessCodec(FlowBand),
    face_match: t.type({ bands: t.readonlyArray(FlowBand) }),
    partner: Partner,
  },
  'FlowSettings',
);

const imageTypes = ['image/jpeg', 'image/png', 'image/webp'];
const maxPixels = 25_000_000;

const livenessBands = ({ liveness }: Policy): readonly t.TypeOf<typeof Band>[] => [
  { name: 'pass', at_least: Math.max(liveness.pass, liveness.attack) },
  { name: 'retry', at_least: liveness.attack },
  { name: 'attack', at_least: 0 },
];

/** The bands on the scale of the model that compares. No similarity has a band where the policy does not know it. */
const faceMatchBands = ({ faceModel, policy }: SettingsView): readonly t.TypeOf<typeof Band>[] => {
  const thresholds = faceThresholds(policy, faceModel);
  if (thresholds === null) return [];
  return [
    { name: 'pass', at_least: thresholds.pass },
    { name: 'review', at_least: thresholds.review },
    { name: 'mismatch', at_least: 0 },
  ];
};

const withoutLimits = (bands: readonly t.TypeOf<typeof Band>[]) => bands.map(({ name }) => ({ name }));

/** The readings of several pictures are compared where the reader reads the MRZ alone. */
const picturesOfSide = ({ readsFrames }: SettingsView): number => (readsFrames ? 1 + maxFrames : 1);

const uploadRules = (view: SettingsView, limits: RequestLimits) => ({
  image: { content_types: imageTypes, max_bytes: limits.imageBytes, max_pixels: maxPixels },
  max_request_bytes: limits.multipartBytes,
  frames: { per_side: picturesOfSide(view), max_bytes: limits.imageBytes },
});

const consentFields = ({ consentText: shown, consentTexts }: SettingsView) => ({
  text_versions: consentTexts.map(({ version }) => version),
  current: shown && { text_version: shown.version, language: shown.language, text: shown.text },
});

const agentFields = ({ deviceAgent: agent }: SettingsView) =>
  agent == null ? null : { endpoint: agent.endpoint, public_key: agent.publicKey };

/** Whether people are asked for their face: by the policy, and by a provider that is there. */
const hasFaceCheck = ({ policy, providers }: SettingsView): boolean =>
  providers?.liveness !== 'none' &&
  pathsOf(policy).some(({ optionalSteps, steps }) => [...steps, ...optionalSteps].includes('liveness'));

const providerFields = ({ providers }: SettingsView): t.TypeOf<typeof SettingsBody>['providers'] =>
  providers === undefined
    ? null
    : {
        liveness: providers.liveness,
        faces: providers.faces,
        document_reader: providers.documentReader,
        devices: providers.devices,
      };

const commonFields = (view: SettingsView, limits: RequestLimits) => {
  const { policy } = view;
  const { optionalSteps, steps } = openPolicy(policy, []);
  return {
    object: 'settings' as const,
    steps: { required: steps, optional: optionalSteps },
    documents: {
      types: policy.documents.types,
      allowed_countries: policy.documents.allowedCountries,
      denied_countries: policy.documents.deniedCountries,
      expiry_grace_days: policy.documents.expiryGraceDays,
      // This is the only photo limit that a browser can check; the other limits are in units of our own.
      min_photo_side: policy.images?.minSide ?? null,
    },
    minimum_age: policy.minimumAge,
    face_check: hasFaceCheck(view),
    uploads: uploadRules(view, limits),
    consent: consentFields(view),
    languages: view.languages,
    fingerprint: { region: view.fingerprintRegion, agent: agentFields(view) },
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

const livenessFields = ({ livenessRegion, policy }: SettingsView) => ({
  region: livenessRegion,
  challenges: allowedChallenges(policy),
});

const partnerFields = ({ partner }: SettingsView): t.TypeOf<typeof Partner> => ({
  name: partner.name,
  logo: partner.logo,
  accent_color: partner.accentColor,
  privacy_url: partner.privacyUrl,
  terms_url: partner.termsUrl,
  support_url: partner.supportUrl,
  home_url: partner.homeUrl,
});

/** The complete settings, as a partner sees them. */
export const settingsBody = (view: SettingsView, limits: RequestLimits): t.TypeOf<typeof SettingsBody> => ({
  ...commonFields(view, limits),
  view: 'partner',
  policy: { id: view.policy.id, version: view.policy.version },
  providers: providerFields(view),
  liveness: { ...livenessFields(view), bands: livenessBands(view.policy) },
  face_match: { bands: faceMatchBands(view) },
});

/** The settings as a person's browser sees them. They contain no number that an attacker could aim at. */
export const flowSettingsBody = (view: SettingsView, limits: RequestLimits): t.TypeOf<typeof FlowSettingsBody> => ({
  ...commonFields(view, limits),
  view: 'person',
  policy: { id: view.policy.id },
  liveness: { ...livenessFields(view), bands: withoutLimits(livenessBands(view.policy)) },
  face_match: { bands: withoutLimits(faceMatchBands(view)) },
  partner: partnerFields(view),
});
