import { applicantLanguages } from '@portcullis/domain/checks';
import type { PartnerIdentity, PartnerOf } from '@portcullis/domain/ports';
import type { ProviderNames, PublicSettings } from '@portcullis/domain/use-cases';
import type { Config } from '../config/config.ts';

/**
 * How the partner of a tenant shows itself: as the first client of this team says that has a `page`, or else the first
 * one of the whole partner.
 */
const partnerOf =
  ({ tokens: { clients } }: Pick<Config, 'tokens'>): PartnerOf =>
  ({ partnerId, teamId }) => {
    const pageOf = (team: string | null): PartnerIdentity | undefined =>
      clients.find(({ page, tenant }) => page && tenant.partnerId === partnerId && tenant.teamId === team)?.page;
    return pageOf(teamId) ?? pageOf(null) ?? null;
  };

/** The part of the configuration that clients may see. */
export const publicSettings = (
  config: Config,
  providers: ProviderNames,
  scenarios: PublicSettings['scenarios'] = null,
): PublicSettings => ({
  providers,
  livenessRegion: config.cloud?.region ?? 'none',
  fingerprintRegion: config.fingerprint?.region ?? 'none',
  deviceAgent: config.fingerprint?.agent ?? null,
  consentTexts: config.consentTexts,
  languages: applicantLanguages,
  readsFrames: config.documentReader === 'local',
  scenarios,
  partnerOf: partnerOf(config),
});
