import type { VendorClient } from '@portcullis/vendor-client';

/** The region of a workspace. The workspace's key is not valid in another region. */
export type FingerprintRegion = 'us' | 'eu' | 'ap';

/** A workspace at Fingerprint, and the vendor client that calls it. */
export type FingerprintAccount = {
  /** A *Secret API key* of the workspace, not the public one of the page. */
  readonly secretKey: string;
  readonly region: FingerprintRegion;
  /** Replaces the region's address, without `/v4`. It is meant for tests. */
  readonly endpoint: string | null;
  readonly vendorClient: VendorClient;
};

const baseUrls: Readonly<Record<FingerprintRegion, string>> = {
  us: 'https://api.fpjs.io',
  eu: 'https://eu.api.fpjs.io',
  ap: 'https://ap.api.fpjs.io',
};

const baseUrl = (region: FingerprintRegion, endpoint: string | null): string =>
  (endpoint ?? baseUrls[region]).replace(/\/+$/, '');

/** The only origin that is called. The vendor client must allow it. */
export const fingerprintOrigin = (region: FingerprintRegion, endpoint: string | null): string =>
  new URL(baseUrl(region, endpoint)).origin;

/** The address of one event (Server API v4, `GET /v4/events/{event_id}`). */
export const eventUrl = ({ region, endpoint }: FingerprintAccount, eventId: string): string =>
  `${baseUrl(region, endpoint)}/v4/events/${encodeURIComponent(eventId)}`;
