import type { FlatPolicy } from '@portcullis/domain/checks';
import type { SettingsView } from '@portcullis/domain/use-cases';
import { somePhotoLimits } from '../builders/image-facts.ts';

const policy: FlatPolicy = {
  id: 'standard',
  version: '1',
  steps: ['consent', 'document_front', 'liveness'],
  optionalSteps: ['device'],
  checks: { liveness: 'required' },
  documents: {
    types: ['passport'],
    allowedCountries: null,
    deniedCountries: ['XXX'],
    expiryGraceDays: 0,
    maxValidityYears: 15,
    minReaderConfidence: 0.5,
  },
  images: somePhotoLimits,
  names: { pass: 80 },
  minimumAge: 18,
  liveness: { pass: 75, attack: 30, movement: { pass: 75, attack: 30 } },
  faceMatch: { pass: 90, review: 70 },
  device: { maxAgeSeconds: 600, minConfidence: 0.5, maxLinkedIds: 3 },
  duplicates: { document: 0, person: 0, image: 0, device: 3 },
  velocity: { windowSeconds: 86_400, document: 5, device: 10, reference: 10 },
  sampling: 0,
  maxAttempts: 3,
  maxSessionsPerAttempt: 5,
  maxCredentialsPerAttempt: 3,
  providerTries: 3,
  expiresAfterSeconds: 604_800,
  processingSeconds: 600,
  approvalDays: 365,
  biometricOverride: false,
  actions: {},
};

/** The settings of the stand-in services. */
export const theSettings: SettingsView = {
  policy,
  app: { theme: 'dark' },
  livenessRegion: 'eu-west-1',
  fingerprintRegion: 'eu',
  deviceAgent: { endpoint: 'https://metrics.acme.example', publicKey: 'key1' },
  consentTexts: [{ version: '2026-01', texts: { en: 'I agree.' } }],
  consentText: { version: '2026-01', language: 'en', text: 'I agree.' },
  languages: ['en', 'de'],
  scenarios: null,
  partner: {
    name: 'Acme',
    logo: null,
    accentColor: '#1a2b3c',
    privacyUrl: 'https://acme.example/privacy',
    termsUrl: null,
    supportUrl: null,
    homeUrl: null,
  },
};
