import { type ChainVerdict, type LedgerEntry, verifyChain } from '@portcullis/domain';
import { t } from '@portcullis/domain/kernel';
import { LedgerEntryCodec } from '@portcullis/domain/serialization';
import type { ApiClient } from './api-client.ts';
import { CreatedResponse, type PartnerProfile, ProfileResponse, TokenResponse } from './responses.ts';
import type { Table } from './table.ts';

/** The partner's server, with its machine token. */
export type Partner = { readonly api: ApiClient; readonly token: string };

const asPartner = ({ token }: Partner) => ({ who: 'partner', token }) as const;

/** Gets a machine token by client credentials (RFC 6749 section 4.4). */
export const authenticatePartner = async (api: ApiClient, clientId: string, clientSecret: string): Promise<Partner> => {
  const json = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret };
  const { access_token: token } = await api.call(
    { who: 'partner', method: 'POST', path: '/api/auth/token', json },
    TokenResponse,
    ({ expires_in: seconds, scope }) => `bearer token for ${seconds} s, ${scope.split(' ').length} scopes`,
  );
  return { api, token };
};

/** Creates a profile that plays this scenario; the response has the link for the person. */
export const createScenarioProfile = (partner: Partner, scenario: string, reference: string) =>
  partner.api.call(
    { ...asPartner(partner), method: 'POST', path: '/api/profiles/create', json: { reference, sandbox: { scenario } } },
    CreatedResponse,
    ({ outcome, profile }) => `${outcome} ${profile.id}, with a verification URL`,
  );

/** Gets the profile as the partner sees it, with its checks and reasons. */
export const getPartnerProfile = (partner: Partner, id: string): Promise<PartnerProfile> =>
  partner.api.call(
    { ...asPartner(partner), method: 'GET', path: `/api/profiles/${id}` },
    ProfileResponse,
    ({ status, status_reasons: reasons, version, checks }) => {
      const passed = checks.filter((check) => check.status === 'passed').length;
      const why = reasons.length === 0 ? '' : ` (${reasons.join(', ')})`;
      return `${status}${why}, version ${version}, ${passed} of ${checks.length} checks passed`;
    },
  );

/** A page of entries in their wire format, decoded by the ledger's own codec. */
const Page = t.type({ data: t.array(LedgerEntryCodec), next_after_seq: t.union([t.number, t.null]) });

const fullHistory = async (partner: Partner, path: string): Promise<readonly LedgerEntry[]> => {
  const entries: LedgerEntry[] = [];
  for (let after: number | null = 0; after !== null; ) {
    const query: string = after === 0 ? '' : `?after_seq=${after}`;
    const page: t.TypeOf<typeof Page> = await partner.api.call(
      { ...asPartner(partner), method: 'GET', path: `${path}${query}` },
      Page,
      ({ data }) => `${data.length} entries${data.length === 0 ? '' : `, the last is ${data.at(-1)?.type}`}`,
    );
    entries.push(...page.data);
    after = page.next_after_seq;
  }
  return entries;
};

/** Reads both histories, which are one chain, and verifies that it ends at the profile's own version and status. */
export const verifyLedger = async (partner: Partner, profile: PartnerProfile, table: Table): Promise<ChainVerdict> => {
  const changes = await fullHistory(partner, `/api/status_history/${profile.id}`);
  const events = await fullHistory(partner, `/api/verification_history/${profile.id}`);
  const began = performance.now();
  const entries = [...changes, ...events].sort((a, b) => a.seq - b.seq);
  const verdict = verifyChain(profile.id, entries, { version: profile.version, status: profile.status });
  const answer = verdict.ok
    ? `${entries.length} entries, every hash and link holds; ends at version ${verdict.seq}, ${verdict.status}`
    : `the chain breaks at entry ${verdict.seq}: ${verdict.fault}`;
  const row = { who: 'partner', call: 'verify the ledger (here, with the domain)', ms: performance.now() - began };
  table.end({ ...row, outcome: verdict.ok ? 'ok' : 'BROKEN', answer });
  return verdict;
};
