import { setTimeout as sleep } from 'node:timers/promises';
import type { StaffRole } from '@portcullis/domain/kernel';
import { t } from '@portcullis/domain/kernel';
import { aProductionPolicy } from '../../../support/builders/policies.ts';
import { readReply } from '../../../support/clients/api-client.ts';
import type { RawRequest, RawResponse } from './http-client.ts';
import type { Tenant } from './tokens.ts';

/** What staff of a tenant have made at the console, and what finds it. */
export type MadeByStaff = {
  readonly client: string;
  /** The id of a member who is signed in, and asks for nothing else. */
  readonly member: string;
  /** An entry of the partner's lists, the document that it is of, and when it was put there. */
  readonly entry: string;
  readonly listedNumber: string;
  readonly listedAt: string;
  /** A draft of a policy that was tried over decisions, and its document. */
  readonly draft: string;
  readonly draftDocument: object;
  readonly draftDigest: string;
};

/** Asks as a member of staff of a tenant, who has every role where none are named. */
export type AsStaff = (
  tenant: Tenant,
  question: RawRequest,
  name: string,
  roles?: readonly StaffRole[],
) => Promise<RawResponse>;

/** The name of what is the tenant's alone and has a name of its own. */
export const nameOf = ({ partner, team }: Tenant, what: string): string => `${what}-of-${partner}-${team ?? 'all'}`;

/** The partner of a tenant as a whole, to which its drafts belong. */
export const wholeOf = ({ partner }: Tenant): Tenant => ({ partner, team: null });

/** What stands beside a document that is put on a list. */
export const listing = { list: 'blocked', kind: 'document', note: 'Reported as stolen.' };
export const listedIssuer = { issuing_country: 'UTO' };

const Member = t.type({ id: t.string });
const NewClient = t.type({ client: t.type({ id: t.string }) });
const NewEntries = t.type({ data: t.array(t.type({ id: t.string, added_at: t.string })) });
const NewDraft = t.type({ id: t.string, digest: t.string });
const Test = t.type({ status: t.string });

const reply = ({ bytes, status }: RawResponse) => ({ status, headers: {}, bytes });

const post = (path: string, json: object): RawRequest => ({
  method: 'POST',
  path,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(json),
});

const putOnList = async (as: AsStaff, tenant: Tenant) => {
  const listedNumber = nameOf(tenant, 'listed');
  const body = { ...listing, ...listedIssuer, document_number: listedNumber };
  const added = await as(tenant, post('/api/lists', body), 'entry');
  const [made] = readReply(NewEntries, reply(added), 201).data;
  if (made === undefined) throw new Error('nothing was put on a list');
  return { entry: made.id, listedAt: made.added_at, listedNumber };
};

/** Begins a draft by somebody else than who asks later, so that whoever asks may publish it, and tries it. */
const beginDraft = async (as: AsStaff, tenant: Tenant) => {
  const askAsAdmin = (question: RawRequest) => as(wholeOf(tenant), question, 'draft', ['admin']);
  const draftDocument = aProductionPolicy({ id: nameOf(tenant, 'draft').toLowerCase(), version: '1' });
  const begun = await askAsAdmin(post('/api/policy-drafts', { policy: draftDocument }));
  const { digest: draftDigest, id: draft } = readReply(NewDraft, reply(begun), 201);
  const path = `/api/policy-drafts/${draft}/back-test`;
  readReply(Test, reply(await askAsAdmin({ method: 'POST', path })), 202);
  while (readReply(Test, reply(await askAsAdmin({ method: 'GET', path }))).status === 'running') await sleep(50);
  return { draft, draftDigest, draftDocument };
};

/** Makes through the API what a tenant's own staff make. */
export const madeByStaff = async (as: AsStaff, tenant: Tenant): Promise<MadeByStaff> => {
  const body = { name: 'A server', scopes: ['profiles:read'] };
  const made = await as(tenant, post('/api/clients', body), 'client');
  const { client } = readReply(NewClient, reply(made), 201);
  const me = await as(tenant, { method: 'GET', path: '/api/staff/me' }, 'member', ['auditor']);
  const { id: member } = readReply(Member, reply(me));
  return { client: client.id, member, ...(await putOnList(as, tenant)), ...(await beginDraft(as, tenant)) };
};
