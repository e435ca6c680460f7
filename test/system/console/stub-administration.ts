import type {
  AccessLine,
  MachineClient,
  PingedEndpoint,
  SignedInMember,
  StaffMember,
  WebhookDelivery,
  WebhookEndpoint,
} from '#console/model/wire';
import { type Answer, listAnswer, problem } from './stub-answer.ts';

/** The endpoints, the clients, the sessions and the access log of a stub. */
export type StubAdministration = {
  readonly endpoints: Map<string, WebhookEndpoint>;
  readonly clients: Map<string, MachineClient>;
  readonly signedIn: Map<string, SignedInMember>;
  readonly lines: readonly AccessLine[];
};

type Asked = { readonly method: string; readonly url: URL; readonly body: Readonly<Record<string, unknown>> };

const at = '2026-05-04T09:30:00.000Z';
/** Long after the clock of the browser. */
const later = '2126-05-05T09:30:00.000Z';

const endpoint: WebhookEndpoint = {
  id: 'endpoint0000001',
  object: 'webhook_endpoint',
  url: 'https://hooks.acme.example/portcullis',
  description: 'Production',
  types: null,
  status: 'enabled',
  disabled_reason: null,
  verified_at: at,
  old_secret_ends_at: null,
  created_at: at,
  updated_at: at,
};

const client: MachineClient = {
  id: 'client000000001',
  object: 'client',
  name: 'Order service',
  team_id: null,
  scopes: ['profiles:read', 'profiles:write'],
  status: 'enabled',
  managed_by: 'console',
  awaits_second_person: false,
  old_secret_ends_at: null,
  created_at: at,
  updated_at: at,
};

const signedIn: SignedInMember = {
  object: 'signed_in_member',
  id: 'staff-rosa00000001',
  name: 'Rosa Keller',
  roles: ['reviewer', 'senior'],
  team_id: 'north',
  sessions: 2,
  since: at,
  used_at: at,
};

const hourAgo = (): string => new Date(Date.now() - 3_600_000).toISOString();

const line = (number: number, given: Partial<AccessLine>): AccessLine => ({
  id: `line.${number}`,
  at: hourAgo(),
  request_id: `request-${number}`,
  operation: 'getProfile',
  partner_id: 'acme',
  team_id: null,
  status: 200,
  caller: { kind: 'machine', client_id: 'acme-backend' },
  profile_id: 'case00000000001',
  ...given,
});

const keyed = <Item extends { readonly id: string }>(items: readonly Item[]): Map<string, Item> =>
  new Map(items.map((item) => [item.id, item]));

export const openAdministration = (): StubAdministration => ({
  endpoints: keyed([
    endpoint,
    {
      ...endpoint,
      id: 'endpoint0000002',
      url: 'https://old.acme.example/hooks',
      description: null,
      types: ['profile.approved', 'profile.declined'],
      status: 'disabled',
      disabled_reason: 'failing',
    },
  ]),
  clients: keyed([
    {
      ...client,
      id: 'acme-backend',
      name: null,
      managed_by: 'configuration',
      created_at: null,
      updated_at: null,
    },
    client,
    { ...client, id: 'client000000002', name: 'Old service', status: 'disabled', team_id: 'north' },
    { ...client, id: 'client000000003', name: null, status: 'damaged', scopes: [] },
  ]),
  signedIn: keyed([signedIn, { ...signedIn, id: 'staff-olga00000003', name: 'Olga Brandt', team_id: null }]),
  lines: [
    line(1, {}),
    line(2, {
      operation: 'readFile',
      caller: { kind: 'operator', id: 'staff-rosa00000001' },
      file_id: 'file00000000001',
    }),
    line(3, { operation: 'updateProfile', caller: { kind: 'flow', link_generation: 2 }, status: 409 }),
    line(4, {
      operation: 'listProfiles',
      profile_id: null,
      profile_ids: ['case00000000001', 'case00000000002'],
      reviewer_id: 'staff-0217',
    }),
  ],
});

const secret = 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=';
const ok = (body: unknown): Answer => ({ status: 200, body });

/** An endpoint answers a ping, unless its host says that it does not. */
const pinged = (one: WebhookEndpoint): PingedEndpoint => {
  const delivered = !one.url.includes('silent');
  const ping = {
    delivered,
    status: delivered ? 204 : null,
    failure: delivered ? null : ('connection_refused' as const),
    ms: 87,
    address: '203.0.113.7',
  };
  return { endpoint: { ...one, status: delivered ? 'enabled' : 'unverified' }, ping };
};

const createdEndpoint = ({ endpoints }: StubAdministration, { body }: Asked): Answer => {
  const id = `endpoint${String(endpoints.size + 1).padStart(7, '0')}`;
  const made = pinged({ ...endpoint, ...body, id });
  endpoints.set(id, made.endpoint);
  return { status: 201, body: { ...made, secret } };
};

const tries = (['delivered', 'dead'] as const).map(
  (outcome, n): WebhookDelivery => ({
    event_id: `evt_event000000000${n}`,
    at,
    attempt: 1 + 9 * n,
    outcome,
    ms: 92,
    address: '203.0.113.7',
    ...(outcome === 'delivered' ? { status: 200, failure: null } : { status: null, failure: 'timeout' }),
  }),
);

const endpointAnswer = (known: StubAdministration, asked: Asked): Answer => {
  const { body, method, url } = asked;
  const [, , , id = '', verb] = url.pathname.split('/');
  if (id === '')
    return method === 'POST'
      ? createdEndpoint(known, asked)
      : listAnswer([...known.endpoints.values()], { damaged: 2 });
  const one = known.endpoints.get(id);
  if (one === undefined) return problem(404, 'not_found');
  const keep = (next: WebhookEndpoint): WebhookEndpoint => {
    known.endpoints.set(id, next);
    return next;
  };
  if (method === 'PATCH')
    return ok(keep({ ...one, ...body, disabled_reason: body['status'] === 'disabled' ? 'requested' : null }));
  if (method === 'DELETE') {
    known.endpoints.delete(id);
    return ok({ id, object: 'webhook_endpoint', deleted: true });
  }
  if (verb === 'ping') {
    const made = pinged(one);
    keep(made.endpoint);
    return ok(made);
  }
  if (verb === 'rotate-secret') return ok({ endpoint: keep({ ...one, old_secret_ends_at: later }), secret });
  if (verb === 'replay') return { status: 202, body: { object: 'webhook_replay', events: body['event'] ? 1 : 12 } };
  if (verb === 'dead-letters') return listAnswer([{ event_id: 'evt_event0000000001', attempts: 10, given_up_at: at }]);
  if (verb === 'deliveries') {
    const isFirst = !url.searchParams.has('cursor');
    return listAnswer(tries.slice(isFirst ? 0 : 1, isFirst ? 1 : 2), { next_cursor: isFirst ? `${at}/page` : null });
  }
  return ok(one);
};

const clientSecret = (made: MachineClient): object => ({ client: made, client_secret: `pcs_${'5f0c2d61'.repeat(8)}` });

const clientAnswer = ({ clients }: StubAdministration, { body, method, url }: Asked): Answer => {
  const [, , , id = '', verb] = url.pathname.split('/');
  if (method === 'GET') return listAnswer([...clients.values()]);
  const keep = (next: MachineClient): MachineClient => {
    clients.set(next.id, next);
    return next;
  };
  if (id === '') {
    const made = keep({ ...client, ...body, id: `client${String(clients.size).padStart(9, '0')}` });
    return { status: 201, body: clientSecret(made) };
  }
  const one = clients.get(id);
  if (one === undefined || one.managed_by !== 'console') return problem(404, 'not_found');
  if (verb === 'rotate-secret')
    return ok(clientSecret(keep({ ...one, old_secret_ends_at: body['overlap_seconds'] === 0 ? null : later })));
  return ok(keep({ ...one, status: verb === 'enable' ? 'enabled' : 'disabled' }));
};

const sessionAnswer = ({ signedIn: members }: StubAdministration, { method, url }: Asked): Answer => {
  if (method === 'GET') return listAnswer([...members.values()], { damaged: 3 });
  const id = url.pathname.split('/')[3] ?? '';
  return members.delete(id) ? ok({ object: 'ended_sessions', id, ended: 2 }) : problem(404, 'not_found');
};

/** Two lines a page, so that there are two pages. */
const accessAnswer = ({ lines }: StubAdministration, { url: { searchParams: query } }: Asked): Answer => {
  if ((query.get('from') ?? '') > hourAgo()) return ok({ object: 'list', data: [], next_after: null, damaged: 0 });
  const begin = query.has('after') ? 2 : 0;
  const data = lines.slice(begin, begin + 2);
  return ok({ object: 'list', data, next_after: begin === 0 ? 'line.2' : null, damaged: begin === 0 ? 0 : 1 });
};

const parts = [
  { path: '/api/webhook-endpoints', permission: 'webhooks:manage', answer: endpointAnswer },
  { path: '/api/clients', permission: 'clients:manage', answer: clientAnswer },
  { path: '/api/staff/s', permission: 'sessions:manage', answer: sessionAnswer },
  { path: '/api/access-log', permission: 'audit:read', answer: accessAnswer },
] as const;

/** The answers about endpoints, clients and the access log; `null` for what is none of them. */
export const administrationAnswer = (known: StubAdministration, asked: Asked, member: StaffMember): Answer | null => {
  const part = parts.find(({ path }) => asked.url.pathname.startsWith(path));
  if (part === undefined) return null;
  return member.permissions.includes(part.permission)
    ? part.answer(known, asked)
    : problem(403, 'insufficient_permission');
};
