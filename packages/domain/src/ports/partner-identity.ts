import type { Tenant } from '../kernel/principal.ts';

/** How a partner shows itself to the people whom it has verified; `null` stands for what it has not configured. */
export type PartnerIdentity = {
  readonly name: string | null;
  /** A picture as a `data:` URL. */
  readonly logo: string | null;
  /** `#rrggbb`, in small letters. */
  readonly accentColor: string | null;
  readonly privacyUrl: string | null;
  readonly termsUrl: string | null;
  readonly supportUrl: string | null;
  readonly homeUrl: string | null;
};

/** Answers how the partner of a profile shows itself, or `null` where nothing is configured. */
export type PartnerOf = (tenant: Tenant) => PartnerIdentity | null;

/** A partner that has configured nothing. */
export const unnamedPartner: PartnerIdentity = {
  name: null,
  logo: null,
  accentColor: null,
  privacyUrl: null,
  termsUrl: null,
  supportUrl: null,
  homeUrl: null,
};
