import { type Client, type CreatedProfile, createClient, type Profile } from '@portcullis/client';
import { type ChainVerdict, E, type LedgerEntry, verifyChain } from '@portcullis/domain';
import { decode, t } from '@portcullis/domain/kernel';
import { LedgerEntryCodec } from '@portcullis/domain/serialization';
import { demoFailure } from './failure.ts';
import type { ShownCalls } from './shown-calls.ts';
import type { Table } from './table.ts';

/** The partner's server, which has the secret of its client. */
export type Partner = { readonly calls: ShownCalls; readonly client: Client };

type Credentials = { readonly clientId: string; readonly clientSecret: string };

export const openPartner = (calls: ShownCalls, { clientId, clientSecret }: Credentials): Partner => ({
  calls,
  client: createClient({ ...calls.connectionOf('partner'), clientId, clientSecret }),
});

/** Creates a profile that plays this scenario; the response has the link for the person. */
export const createScenarioProfile = (
  { calls, client }: Partner,
  scenario: string,
  reference: string,
): Promise<CreatedProfile> =>
  calls.show(
    client.profiles.create({ reference, sandbox: { scenario } }),
    ({ outcome, profile }) => `${outcome} ${profile.id}, with a verification URL`,
  );

/** Gets the profile as the partner sees it, with its checks and reasons. */
export const getPartnerProfile = ({ calls, client }: Partner, id: string): Promise<Profile> =>
  calls.show(client.profiles.get(id), ({ status, status_reasons: reasons, version, checks }) => {
    const passed = checks.filter((check) => check.status === 'passed').length;
    const why = reasons.length === 0 ? '' : ` (${reasons.join(', ')})`;
    return `${status}${why}, version ${version}, ${passed} of ${checks.length} checks passed`;
  });

const Entries = t.array(LedgerEntryCodec);

type History = Client['histories']['readStatusHistory'];

/** Reads the entries in their wire format, and decodes them by the ledger's own codec. */
const fullHistory = async (calls: ShownCalls, read: History, id: string): Promise<readonly LedgerEntry[]> => {
  const entries: LedgerEntry[] = [];
  for (let after: number | null = 0; after !== null; ) {
    const query: { readonly after_seq?: number } = after === 0 ? {} : { after_seq: after };
    const page: Awaited<ReturnType<typeof showPage>> = await showPage(calls, read(id, query));
    const decoded = decode(Entries, page.data);
    if (E.isLeft(decoded)) throw demoFailure('The history has an entry of another form.');
    entries.push(...decoded.right);
    after = page.next_after_seq;
  }
  return entries;
};

const showPage = (calls: ShownCalls, page: ReturnType<History>) =>
  calls.show(
    page,
    ({ data }) => `${data.length} entries${data.length === 0 ? '' : `, the last is ${data.at(-1)?.type}`}`,
  );

/** Reads both histories, which are one chain, and verifies that it ends at the profile's own version and status. */
export const verifyLedger = async (
  { calls, client }: Partner,
  profile: Profile,
  table: Table,
): Promise<ChainVerdict> => {
  const { readStatusHistory, readVerificationHistory } = client.histories;
  const changes = await fullHistory(calls, readStatusHistory, profile.id);
  const events = await fullHistory(calls, readVerificationHistory, profile.id);
  const began = performance.now();
  const entries = [...changes, ...events].sort((a, b) => a.seq - b.seq);
  const verdict = verifyChain(profile.id, entries, { version: profile.version, status: profile.status });
  const answer = verdict.ok
    ? `${entries.length} entries, every hash and link holds; ends at version ${verdict.seq}, ${verdict.status}`
    : `the chain breaks at entry ${verdict.seq}: ${verdict.fault}`;
  const row = { who: 'partner', call: 'verify the ledger (here, with the domain)', ms: performance.now() - began };
  table.add({ ...row, outcome: verdict.ok ? 'ok' : 'BROKEN', answer });
  return verdict;
};
