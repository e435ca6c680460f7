import { applicantLanguages } from '@portcullis/domain/checks';
import type { PublicSettings } from '@portcullis/domain/use-cases';
import type { Config } from '../config/config.ts';

/** The part of the configuration that clients may see. */
export const publicSettings = (
  { cloud, consentTexts, fingerprint }: Config,
  scenarios: PublicSettings['scenarios'] = null,
): PublicSettings => ({
  livenessRegion: cloud.region,
  fingerprintRegion: fingerprint.region,
  consentTexts,
  languages: applicantLanguages,
  scenarios,
});
