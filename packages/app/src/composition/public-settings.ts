import { applicantLanguages } from '@portcullis/domain/checks';
import type { PublicSettings } from '@portcullis/domain/use-cases';
import type { Config } from '../config/config.ts';

/**
 * The part of the configuration that clients may see. The consent text is the partner's own; its versions are named
 * here so that a recorded consent says which text was shown.
 */
export const publicSettings = (
  { cloud, fingerprint }: Config,
  scenarios: PublicSettings['scenarios'] = null,
): PublicSettings => ({
  livenessRegion: cloud.region,
  fingerprintRegion: fingerprint.region,
  consentVersions: ['1'],
  languages: applicantLanguages,
  scenarios,
});
