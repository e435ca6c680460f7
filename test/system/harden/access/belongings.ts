import { t } from '@portcullis/domain/kernel';
import { encodeFeedCursor } from '@portcullis/events/ports';
import type { RecordDriver } from '@portcullis/record-store/driver';
import { aProductionPolicy } from '../../../support/builders/policies.ts';
import { PartnerProfile, readReply } from '../../../support/clients/api-client.ts';
import { mustSucceed } from '../../../support/run.ts';
import { type AsStaff, type MadeByStaff, madeByStaff, nameOf } from './made-by-staff.ts';
import { storesIn } from './sessions.ts';
import { type AccessEnvironment, newSubject, partnerServerOf, reachDecision, requestErasure } from './subjects.ts';
import type { Tenant } from './tokens.ts';

/** What a tenant has that a request of staff can name, each by its id or by what finds it. */
export type Belongings = MadeByStaff & {
  readonly tenant: Tenant;
  readonly profile: string;
  readonly file: string;
  readonly reference: string;
  /** A value of the partner's own data about the profile. */
  readonly branch: string;
  /** The number on the document, as it was read. */
  readonly documentNumber: string;
  readonly endpoint: string;
  readonly policy: string;
  readonly event: string;
  readonly feedCursor: string;
  /** When the profile was made, which is the place of it in lists. */
  readonly createdAt: string;
};

const WithId = t.type({ id: t.string });
const NewEndpoint = t.type({ endpoint: WithId });
const Feed = t.type({ data: t.array(WithId), next_after: t.union([t.string, t.null]) });
const Made = t.type({ created_at: t.string });
const Read = t.type({
  document: t.union([t.null, t.type({ fields: t.record(t.string, t.union([t.null, t.type({ value: t.unknown })])) })]),
});

/** The rest of what belongs to a tenant, beside its profiles. The partner's servers make it, as in production. */
const madeByServer = async (
  environment: AccessEnvironment,
  tenant: Tenant,
): Promise<Pick<Belongings, 'endpoint' | 'event' | 'feedCursor'>> => {
  const ask = partnerServerOf(environment, tenant);
  const url = 'https://hooks.portcullis.invalid/events';
  const path = '/api/webhook-endpoints';
  const made = readReply(NewEndpoint, await ask({ method: 'POST', path, json: { url } }), 201);
  for (;;) {
    const { data, next_after: feedCursor } = readReply(Feed, await ask({ path: '/api/events?limit=1&wait=5' }));
    const event = data[0]?.id;
    if (event !== undefined && feedCursor !== null) return { endpoint: made.endpoint.id, event, feedCursor };
  }
};

/** A policy that only the partner may choose; its document is in the database, where the operator adds it. */
const addPolicy = async (driver: RecordDriver, tenant: Tenant): Promise<string> => {
  const id = nameOf(tenant, 'policy').toLowerCase();
  await mustSucceed(storesIn(driver).policyRepository.add(aProductionPolicy({ id, version: '1' }), tenant.partner));
  return id;
};

/** The states of the profiles that are named: waiting for a reviewer, without a decision, and erased. */
const profileStates = ['waiting', 'open', 'erased'] as const;
type ProfileState = (typeof profileStates)[number];

/** Brings a profile into review: what was decided about it is reopened. */
const reopen = async (environment: AccessEnvironment, tenant: Tenant, id: string): Promise<void> => {
  const ask = partnerServerOf(environment, tenant);
  const json = { event: 'reopened', note: 'look again', reviewer: { id: 'r-1' } };
  const { status } = await ask({ method: 'POST', path: `/api/status_history/${id}`, json });
  if (status !== 201) throw new Error(`the profile was not reopened: ${status}`);
};

const newProfile = async (environment: AccessEnvironment, tenant: Tenant, state: ProfileState) => {
  const ask = partnerServerOf(environment, tenant);
  const subject = await newSubject(environment, tenant, nameOf(tenant, state), true);
  const { id: profile, file, reference } = subject;
  const path = `/api/profiles/${profile}`;
  const branch = nameOf(tenant, `branch-${state}`);
  const patched = await ask({ method: 'PATCH', path, json: { metadata: { branch } } });
  readReply(PartnerProfile, patched);
  const { created_at: createdAt } = readReply(Made, patched);
  if (state === 'waiting') await reopen(environment, tenant, (await reachDecision(environment, subject)).id);
  const { document } = readReply(Read, await ask({ path }));
  if (state === 'erased') await requestErasure(environment, subject);
  const documentNumber = String(document?.fields['document_number']?.value ?? 'NOBODYS000');
  return {
    profile,
    file,
    reference,
    branch,
    createdAt,
    documentNumber,
  };
};

/** Makes everything that can be named of a tenant, once for each state of a profile; `as` asks as its staff. */
export const belongingsOf = async (
  environment: AccessEnvironment,
  driver: RecordDriver,
  tenant: Tenant,
  as: AsStaff,
  wanted: readonly ProfileState[] = profileStates,
): Promise<readonly Belongings[]> => {
  const policy = await addPolicy(driver, tenant);
  const profiles: Awaited<ReturnType<typeof newProfile>>[] = [];
  for (const state of wanted) profiles.push(await newProfile(environment, tenant, state));
  const made = { ...(await madeByServer(environment, tenant)), ...(await madeByStaff(as, tenant)) };
  return profiles.map((profile) => ({ tenant, policy, ...made, ...profile }));
};

const nobodys = (start: string, n: number): string => `${start}${String(n).padStart(15 - start.length, '0')}`;

/** Names of the same form that nobody has. */
export const belongingsOfNobody = (like: Belongings, n: number): Belongings => ({
  ...like,
  profile: nobodys('nobody', n),
  file: nobodys('nofile', n),
  endpoint: nobodys('nowhere', n),
  client: nobodys('noclient', n),
  member: `staff-${String(n).padStart(12, '0')}`,
  event: `evt_${nobodys('noevent', n)}`,
  reference: `nobody-${n}`,
  branch: `nowhere-${n}`,
  documentNumber: `NOBODYS${n}`,
  policy: `nobodys-${n}`,
  entry: nobodys('noentry', n),
  listedNumber: `nobodys-${n}`,
  draft: nobodys('nodraft', n),
  draftDigest: String(n).padStart(64, '0'),
  feedCursor: encodeFeedCursor('nobody', 1),
});
