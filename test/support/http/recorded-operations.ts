import { type DomainError, notFound, TE, unavailable } from '@portcullis/domain';
import {
  alreadyExists,
  consentRequired,
  endpointLimitReached,
  hasPermission,
  imageBudgetExceeded,
  insufficientScope,
  invalid,
  invalidClient,
  invalidToken,
  invalidTransition,
  limitReached,
  type StaffRole,
  statuses,
  tokenExpired,
  tooLarge,
  unsupportedMedia,
  versionConflict,
} from '@portcullis/domain/kernel';
import type { Explanation } from '@portcullis/explain';
import type { Services } from '@portcullis/http';
import {
  biometricsNotPassed,
  changeLimitReached,
  flowEnded,
  invalidScope,
  preconditionFailed,
  storageFull,
} from '#domain/kernel/errors';
import { routesFor } from '#http/server';
import { examplePath } from './example-path.ts';
import { theExplanation } from './explanation.ts';
import { type NamedRequest, recordExchanges } from './recorded-exchange.ts';
import { httpConfig, openServer, type TestRequest } from './server.ts';
import { ada, bob, stubServices } from './stub-services.ts';
import { staffInMemory, staffMember } from './the-staff.ts';

type Route = ReturnType<typeof routesFor>[number];
type Caller = 'nobody' | 'machine' | 'flow' | 'staff' | 'narrow' | 'other' | 'auditor' | 'reviewer';

/** The callers, by the access of a route. */
const callersOf: { readonly [Access in Route['access']]: readonly Caller[] } = {
  public: ['nobody'],
  machine: ['machine'],
  'machine-or-flow': ['machine', 'flow'],
  flow: ['flow'],
  staff: ['staff'],
  'machine-or-staff': ['machine', 'staff'],
  'machine-flow-or-staff': ['machine', 'flow', 'staff'],
};

const everyRole: readonly StaffRole[] = ['senior', 'auditor', 'admin'];

type Credentials = (caller: Caller) => TestRequest['headers'];

const staffHeaders = (secret: string) => ({
  cookie: `__Host-portcullis-staff=${secret}`,
  origin: 'https://id.example',
});

/** Signs members of staff in, and answers the headers of every caller. */
const credentialsOf = async (staff: ReturnType<typeof staffInMemory>): Promise<Credentials> => {
  const cookies = {
    staff: staffHeaders(await staff.signIn(staffMember(everyRole))),
    auditor: staffHeaders(await staff.signIn(staffMember(['auditor']))),
    reviewer: staffHeaders(await staff.signIn(staffMember(['reviewer']))),
  };
  const tokens = { machine: 'machine', flow: 'flow', narrow: 'only.health.read', other: 'only.profiles.read' };
  return (caller) => {
    if (caller === 'nobody') return {};
    if (caller in tokens) return { authorization: `Bearer ${Reflect.get(tokens, caller)}` };
    return Reflect.get(cookies, caller);
  };
};

/** The body of an example, as this caller sends it. */
const bodyFor = ({ body, id }: Route, caller: Caller): TestRequest => {
  const example = Object(id === 'postStatusEvent' && caller === 'machine' ? { event: 'canceled' } : body.example);
  const { profile_id: _, ...others } = example;
  const sent = caller === 'machine' && 'profile_id' in example ? { ...others, profile_id: ada } : others;
  const isForm = body.form !== undefined && body.json === undefined;
  return {
    path: '',
    headers: { 'content-type': isForm ? 'application/x-www-form-urlencoded' : 'application/json' },
    body: isForm ? new URLSearchParams(sent).toString() : JSON.stringify(sent),
  };
};

const pathFor = ({ id, path }: Route, caller: Caller): string =>
  `${examplePath(path)}${id === 'issueBrowserCredentials' && caller === 'machine' ? `?profile_id=${ada}` : ''}`;

const requestOf = (route: Route, caller: Caller, credentials: Credentials): NamedRequest => {
  const { method } = route;
  const { body, headers } = method === 'GET' ? { body: undefined, headers: {} } : bodyFor(route, caller);
  return {
    name: `${route.id} by ${caller}`,
    method,
    path: pathFor(route, caller),
    headers: { ...headers, ...credentials(caller === 'narrow' && route.scope === 'health:read' ? 'other' : caller) },
    ...(body !== undefined && { body }),
  };
};

/** A member of staff who may not do this, or `null` where every role may. */
const powerlessFor = ({ permission = null }: Route): Caller | null => {
  if (permission === null) return null;
  if (!hasPermission({ roles: ['auditor'] }, permission)) return 'auditor';
  return hasPermission({ roles: ['reviewer'] }, permission) ? null : 'reviewer';
};

/** The refusals that every route of its kind knows. */
const refusalsOf = (route: Route, credentials: Credentials): readonly NamedRequest[] => {
  const { access, body, id, method, path } = route;
  const [caller = 'nobody'] = callersOf[access];
  const usual = requestOf(route, caller, credentials);
  const powerless = powerlessFor(route);
  const others: readonly Caller[] = [
    ...(access === 'public' ? [] : (['nobody'] as const)),
    ...(access.startsWith('machine') ? (['narrow'] as const) : []),
    ...(powerless === null ? [] : [powerless]),
  ];
  const json = { ...usual.headers, 'content-type': 'application/json' };
  return [
    ...others.map((other) => requestOf(route, other, credentials)),
    ...(path.includes('/:id') ? [{ ...usual, name: `${id} of another`, path: examplePath(path, bob) }] : []),
    ...(/^\/api/.test(path)
      ? [{ ...usual, name: `${id} with an unknown query`, path: `${usual.path}?nothing=1` }]
      : []),
    ...(method !== 'GET' && body.json
      ? [
          { ...usual, name: `${id} with a text that is no JSON`, headers: json, body: '{' },
          { ...usual, name: `${id} with an unknown field`, headers: json, body: '{"nothing":1}' },
        ]
      : []),
  ];
};

const cause = new Error('connection to 10.0.0.7 refused for user root');

/** Every refusal of the domain, once. */
const domainErrors: readonly DomainError[] = [
  storageFull('profile', 60_000_000),
  storageFull('tenant', 1000),
  endpointLimitReached(20),
  changeLimitReached(500, '2026-05-08T10:00:00.000Z'),
  changeLimitReached(500, null),
  notFound,
  invalid([{ pointer: '/policy', message: 'no such policy' }]),
  invalidTransition('evidence_added', 'in_review', ['review_approved', 'review_declined']),
  invalidTransition('evidence_added', 'approved', ['reopened']),
  invalidTransition('status_event', 'canceled', []),
  invalidTransition('renewed', 'approved', ['reopened']),
  versionConflict,
  alreadyExists,
  preconditionFailed,
  biometricsNotPassed(['liveness', 'face_match'], ['review_declined']),
  consentRequired,
  unsupportedMedia('document_front', 'expected JPEG, PNG or WebP'),
  tooLarge('document_front', 'at most 25 megapixels'),
  limitReached('document_analyses', 'Three times an attempt.', 12.2),
  imageBudgetExceeded('At most 2000 MB.', 3599.5),
  invalidToken,
  tokenExpired,
  invalidClient,
  invalidScope,
  insufficientScope('profiles:write'),
  ...statuses.map((status) => flowEnded(status)),
  ...(['database', 'files', 'liveness', 'clock', 'tokens'] as const).map((component) => unavailable(component, cause)),
  unavailable('database', cause, 'timeout', 0),
  unavailable('document_reader', 'used up', 'budget_exhausted', 3600),
  unavailable('document_reader', cause, 'invalid_response'),
  unavailable('faces', cause, 'quota', 60),
  unavailable('device', cause, 'rejected'),
  unavailable('liveness', cause, 'timeout'),
  unavailable('browser_credentials', cause, 'not_configured'),
];

const asJson = { 'content-type': 'application/json' };

/** The requests that the examples of the operations do not have. */
const furtherRequests = (credentials: Credentials): readonly NamedRequest[] => [
  ...[{ challenge: 'movement' }, { profile_id: ada }].map((body) => ({
    name: `openLivenessSession by flow with ${Object.keys(body)}`,
    method: 'POST',
    path: '/api/face-liveness/session',
    headers: { ...asJson, ...credentials('flow') },
    body: JSON.stringify(body),
  })),
  {
    name: 'readVerificationHistory by machine, a page that is full',
    path: `/api/verification_history/${ada}?limit=1&after_seq=6`,
    headers: { ...credentials('machine') },
  },
];

const notReproduced: Explanation = {
  ...theExplanation,
  recorded: {
    ...theExplanation.recorded,
    decidedBy: { type: 'reviewer', id: 'acme-server' },
    review: { reason: 'seen_in_branch', note: null },
  },
  reproduced: false,
  mismatch: 'evidence_changed',
  outcomeOfChecks: null,
  contributions: null,
  checks: [{ name: 'liveness', status: 'passed', requirement: 'required', reasons: [], saw: null }],
  nearestCounterfactual: null,
};

/** Every operation over services that answer constants, by everybody who may call it, and its common refusals. */
export const recordOperations = async (): Promise<readonly string[]> => {
  const staff = staffInMemory();
  const server = await openServer({ services: stubServices(staff.services) });
  // The port is another one each time, and some answers have the address that was asked.
  const common = { 'request-id': 'recorded', host: '127.0.0.1:8000' };
  const send = (request: TestRequest) => server.send({ ...request, headers: { ...common, ...request.headers } });
  try {
    const credentials = await credentialsOf(staff);
    const routes = routesFor(httpConfig).filter(({ described, forConsole }) => described || forConsole);
    const isEnding = ({ id }: Route): boolean => id === 'endStaffSession';
    // A client that ends a session can send nothing more with it.
    const ordered = [...routes.filter((route) => !isEnding(route)), ...routes.filter(isEnding)];
    const refused = ordered.flatMap((route) => refusalsOf(route, credentials));
    const answered = ordered.flatMap((route) =>
      callersOf[route.access].map((caller) => requestOf(route, caller, credentials)),
    );
    const elsewhere = [
      { name: 'a method that is not allowed', method: 'PUT', path: '/api/profiles' },
      { name: 'a path that does not exist', path: '/api/nothing' },
    ];
    return await recordExchanges(send, [...refused, ...elsewhere, ...answered, ...furtherRequests(credentials)]);
  } finally {
    await server.close();
  }
};

/** Asks for something of a server with these services. */
const recordOver = async (services: Partial<Services>, request: NamedRequest): Promise<readonly string[]> => {
  const server = await openServer({ services: stubServices(services) });
  const headers = { authorization: 'Bearer machine', 'request-id': 'recorded', ...request.headers };
  const texts = await recordExchanges(server.send, [{ ...request, headers }]);
  await server.close();
  return texts;
};

/** Every refusal of the domain, as the answer to a change of a profile, and answers that are not the usual ones. */
export const recordRefusals = async (): Promise<readonly string[]> => {
  const texts: string[] = [];
  for (const error of domainErrors)
    texts.push(
      ...(await recordOver(
        { updateProfile: () => TE.left(error) },
        {
          name: `updateProfile that is refused (${error._tag})`,
          method: 'PATCH',
          path: `/api/profiles/${ada}`,
          headers: asJson,
          body: '{}',
        },
      )),
    );
  const decision = { name: 'explainDecision that is not reproduced', path: `/api/profiles/${ada}/decision` };
  return [...texts, ...(await recordOver({ explainDecision: () => TE.right(notReproduced) }, decision))];
};
