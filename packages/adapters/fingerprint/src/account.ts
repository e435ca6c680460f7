import type { WayOut } from '@portcullis/outgoing';

/** Where a workspace lives; its key is of no use in another region. */
export type FingerprintRegion = 'us' | 'eu' | 'ap';

/** A workspace at Fingerprint, and the way to it. */
export type FingerprintAccount = {
  /** A *Secret API key* of the workspace, not the public one of the page. */
  readonly secretKey: string;
  readonly region: FingerprintRegion;
  /** Takes the place of the region's address, without `/v4`: for tests. */
  readonly endpoint: string | null;
  readonly way: WayOut;
};

const hosts: Readonly<Record<FingerprintRegion, string>> = {
  us: 'https://api.fpjs.io',
  eu: 'https://eu.api.fpjs.io',
  ap: 'https://ap.api.fpjs.io',
};

const baseOf = (region: FingerprintRegion, endpoint: string | null): string =>
  (endpoint ?? hosts[region]).replace(/\/+$/, '');

/** The one origin that is called: what the way out must allow. */
export const fingerprintOrigin = (region: FingerprintRegion, endpoint: string | null): string =>
  new URL(baseOf(region, endpoint)).origin;

/** The address of one event (Server API v4, `GET /v4/events/{event_id}`). */
export const eventAddress = ({ region, endpoint }: FingerprintAccount, eventId: string): string =>
  `${baseOf(region, endpoint)}/v4/events/${encodeURIComponent(eventId)}`;
