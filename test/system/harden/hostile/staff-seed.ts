import { randomBytes, scryptSync } from 'node:crypto';
import { addStaff } from '@portcullis/backoffice';
import { staffRoles, t } from '@portcullis/domain/kernel';
import { encodeFeedCursor } from '@portcullis/events/ports';
import type { RecordDriver } from '@portcullis/record-store/driver';
import { type Reply, readReply } from '../../../support/clients/api-client.ts';
import { mustSucceed } from '../../../support/run.ts';
import { type RawClient, rawClientAt } from '../access/http-client.ts';
import { consoleSite, type SessionState, type StaffDoor, sessionsIn, staffDoorOf } from '../access/sessions.ts';
import type { Tenant } from '../access/tokens.ts';
import { draftDocument, publishedDocument } from './purposes.ts';
import type { Placeholders } from './request-case.ts';

/** How the staff of the seeds get in, and what they do there. */
export type StaffDesk = {
  readonly door: StaffDoor;
  readonly stores: ReturnType<typeof sessionsIn>;
  readonly client: RawClient;
};

export const openStaffDesk = (baseUrl: string, driver: RecordDriver): StaffDesk => {
  const stores = sessionsIn(driver);
  return { door: staffDoorOf(stores, consoleSite), stores, client: rawClientAt(baseUrl) };
};

/** A digest of a password that the service compares in no time. */
const cheapDigest = async (password: string): Promise<string> => {
  const salt = randomBytes(16);
  const digest = scryptSync(password, salt, 32, { N: 1024, r: 8, p: 1 });
  return `scrypt$1024$8$1$${salt.toString('base64url')}$${digest.toString('base64url')}`;
};

/** Makes an account that nobody has signed in to. */
const newAccount = async ({ stores }: StaffDesk, tenant: Tenant, username: string): Promise<Placeholders> => {
  const add = addStaff({ ...stores, passwords: { hash: cheapDigest } });
  const within = { partnerId: tenant.partner, teamId: tenant.team };
  const { secrets } = await mustSucceed(add({ username, name: 'Rosa Lind', roles: staffRoles, tenant: within }));
  const codes = secrets.recoveryCodes.map((code, n): [string, string] => [
    `recovery_code_${String.fromCharCode(97 + n)}`,
    code,
  ]);
  return { username, password: secrets.password, ...Object.fromEntries(codes) };
};

/** Begins sessions of every kind for staff of a tenant, and answers their cookies. */
const beginSessions = async ({ door }: StaffDesk, tenant: Tenant): Promise<Placeholders> => {
  const cookieOf = async (
    name: string,
    state: SessionState,
    of: Tenant = tenant,
    roles: typeof staffRoles | readonly [] = staffRoles,
  ): Promise<[string, string]> => {
    const { cookie = '' } = await door.headersOf({ kind: 'staff', tenant: of, roles, state });
    return [`${name}_cookie`, cookie];
  };
  return Object.fromEntries(
    await Promise.all([
      cookieOf('staff', 'fresh'),
      // The session of a request from elsewhere is one in order, and here another one than the others use.
      cookieOf('leaving', 'no_origin'),
      cookieOf('writer', 'cross_site'),
      // Its sessions are ended by somebody else.
      cookieOf('guest', 'other_port'),
      cookieOf('other_staff', 'fresh', { partner: 'p2', team: null }),
      cookieOf('team_staff', 'fresh', { ...tenant, team: 'berlin' }),
      cookieOf('roleless', 'fresh', tenant, []),
      ...(['idle', 'signed_out', 'unknown', 'malformed'] as const).map((state) => cookieOf(state, state)),
    ]),
  );
};

const WithId = t.type({ id: t.string });
const Draft = t.type({ id: t.string, digest: t.string });
const Entries = t.type({ data: t.array(WithId) });
const NewClient = t.type({ client: WithId });
const NewEndpoint = t.type({ endpoint: WithId });
const Policies = t.type({ data: t.array(t.type({ id: t.string, version: t.string })) });
const Review = t.type({ version: t.number });

type Ask = (path: string, json?: object) => Promise<Reply>;

/** Asks as the console does with one of the sessions: `GET` without a body, and `POST` with one. */
const asking =
  ({ client }: StaffDesk, cookie = ''): Ask =>
  async (path, json) => {
    const headers = { cookie, origin: consoleSite.origin };
    const { status, bytes } = await client.ask(
      json === undefined
        ? { method: 'GET', path, headers }
        : {
            method: 'POST',
            path,
            headers: { ...headers, 'content-type': 'application/json' },
            body: JSON.stringify(json),
          },
    );
    return { status, headers: {}, bytes };
  };

const beginDrafts = async (ask: Ask, policyName: string): Promise<Placeholders> => {
  const begin = async (policy: object) => readReply(Draft, await ask('/api/policy-drafts', { policy }), 201);
  const draft = await begin(draftDocument('draft'));
  const edited = await begin(draftDocument('edited'));
  const discarded = await begin(draftDocument('discarded'));
  const published = await begin(publishedDocument(policyName));
  return {
    draft: draft.id,
    edited_draft: edited.id,
    discarded_draft: discarded.id,
    published_draft: published.id,
    published_digest: published.digest,
  };
};

const newEndpoint = async (ask: Ask): Promise<string> => {
  const url = 'https://hooks.portcullis.invalid/events';
  const made = await ask('/api/webhook-endpoints', { url, types: ['profile.declined'] });
  return readReply(NewEndpoint, made, 201).endpoint.id;
};

const makeThings = async (ask: Ask, tag: string): Promise<Placeholders> => {
  const listed = { list: 'blocked', kind: 'document', note: 'Lost.', document_number: tag, issuing_country: 'UTO' };
  const [endpoint, doomedEndpoint, made, added, known] = await Promise.all([
    newEndpoint(ask),
    newEndpoint(ask),
    ask('/api/clients', { name: 'Order service', scopes: ['webhooks:manage'] }),
    ask('/api/lists', listed),
    ask('/api/policies'),
  ]);
  const [policy] = readReply(Policies, known).data;
  return {
    endpoint,
    doomed_endpoint: doomedEndpoint,
    client: readReply(NewClient, made, 201).client.id,
    entry: readReply(Entries, added, 201).data[0]?.id ?? '',
    policy: policy?.id ?? '',
    policy_version: policy?.version ?? '',
  };
};

/** Makes what staff make of a tenant: accounts, sessions, drafts of policies, webhook endpoints, clients, lists. */
export const seedForStaff = async (desk: StaffDesk, tenant: Tenant, tag: string): Promise<Placeholders> => {
  const [cookies, account] = await Promise.all([beginSessions(desk, tenant), newAccount(desk, tenant, `${tag}-rosa`)]);
  const [things, drafts] = await Promise.all([
    makeThings(asking(desk, cookies['staff_cookie']), tag),
    // Somebody else writes the drafts than who may publish them.
    beginDrafts(asking(desk, cookies['writer_cookie']), tag),
  ]);
  const guest = readReply(WithId, await asking(desk, cookies['guest_cookie'])('/api/staff/me'));
  return {
    ...cookies,
    guest: guest.id,
    ...account,
    ...things,
    ...drafts,
    console: consoleSite.origin,
    feed_cursor: encodeFeedCursor(tag, 1),
  };
};

/** Claims a profile for the member of staff of the seed, and answers the version to decide on. */
export const claimForStaff = async (desk: StaffDesk, cookie: string | undefined, id: string): Promise<Placeholders> => {
  const claimed = await asking(desk, cookie)(`/api/reviews/${id}/claim`, {});
  return { claimed: id, claimed_version: String(readReply(Review, claimed).version) };
};
