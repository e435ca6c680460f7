import { type DomainError, notFound, TE, unavailable } from '@portcullis/domain';
import {
  alreadyExists,
  biometricsNotPassed,
  consentRequired,
  flowEnded,
  hasPermission,
  imageBudgetExceeded,
  insufficientScope,
  invalid,
  invalidClient,
  invalidTransition,
  limitReached,
  preconditionFailed,
  type StaffRole,
  statuses,
  tooLarge,
  unsupportedMedia,
  versionConflict,
} from '@portcullis/domain/kernel';
import { routesFor } from '@portcullis/http';
import { examplePath } from './example-path.ts';
import { quotaProblems } from './quota-problems.ts';
import { type NamedRequest, recordExchanges } from './recorded-exchange.ts';
import { httpConfig, openServer, type TestRequest } from './server.ts';
import { ada, bob, stubServices } from './stub-services.ts';
import { staffInMemory, staffMember } from './the-staff.ts';

type Route = ReturnType<typeof routesFor>[number];
type Caller = 'nobody' | 'machine' | 'flow' | 'staff' | 'narrow' | 'auditor' | 'reviewer';

/** Who may call, by the access of a route. */
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
  const tokens = { machine: 'machine', flow: 'flow', narrow: 'only.health.read' };
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
    headers: { ...headers, ...credentials(caller) },
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
    ...(access.startsWith('machine') && route.scope !== 'health:read' ? (['narrow'] as const) : []),
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

const cause = new Error('what only the log is told');

/** Every refusal of the domain, once. */
const domainErrors: readonly DomainError[] = [
  ...quotaProblems.map(([error]) => error),
  notFound,
  invalid([{ pointer: '/policy', message: 'no such policy' }]),
  invalidTransition('evidence_added', 'in_review', ['review_approved', 'review_declined']),
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
  invalidClient,
  insufficientScope('profiles:write'),
  ...statuses.map((status) => flowEnded(status)),
  ...(['database', 'liveness', 'clock'] as const).map((component) => unavailable(component, cause)),
  unavailable('device', cause, 'rejected'),
  unavailable('liveness', cause, 'timeout'),
  unavailable('browser_credentials', cause, 'not_configured'),
];

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
    // Whoever ends a session can send nothing more with it.
    const ordered = [...routes.filter((route) => !isEnding(route)), ...routes.filter(isEnding)];
    const refused = ordered.flatMap((route) => refusalsOf(route, credentials));
    const answered = ordered.flatMap((route) =>
      callersOf[route.access].map((caller) => requestOf(route, caller, credentials)),
    );
    const elsewhere = [
      { name: 'a method that is not allowed', method: 'PUT', path: '/api/profiles' },
      { name: 'a path that does not exist', path: '/api/nothing' },
    ];
    return await recordExchanges(send, [...refused, ...elsewhere, ...answered]);
  } finally {
    await server.close();
  }
};

/** Every refusal of the domain, as the answer to a change of a profile. */
export const recordRefusals = async (): Promise<readonly string[]> => {
  const texts: string[] = [];
  for (const error of domainErrors) {
    const server = await openServer({ services: stubServices({ updateProfile: () => TE.left(error) }) });
    const request: NamedRequest = {
      name: `updateProfile that is refused (${error._tag})`,
      method: 'PATCH',
      path: `/api/profiles/${ada}`,
      headers: { authorization: 'Bearer machine', 'content-type': 'application/json', 'request-id': 'recorded' },
      body: '{}',
    };
    texts.push(...(await recordExchanges(server.send, [request])));
    await server.close();
  }
  return texts;
};
