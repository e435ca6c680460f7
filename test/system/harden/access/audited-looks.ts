import { type Subject, wholeAcme } from './subjects.ts';
import { flowToken, machineToken, type TokenDemands } from './tokens.ts';

/**
 * The operations whose answers show something of a person, by method and path. They are written by hand beside the
 * code: each of these answers must be a line of the access log, and no other answer may be.
 */
export const shownOperations: Readonly<Record<string, string>> = {
  'POST /api/profiles/create': 'createProfile',
  'GET /api/profiles': 'listProfiles',
  'GET /api/profiles/:id': 'getProfile',
  'PATCH /api/profiles/:id': 'updateProfile',
  'DELETE /api/profiles/:id': 'eraseProfile',
  'GET /api/profiles/:id/decision': 'explainDecision',
  'GET /api/profiles/:id/files/:fileId': 'readFile',
  'GET /api/face-liveness/results/:sessionId': 'readLivenessResult',
  'POST /api/ai/document-analysis': 'analyzeDocument',
  'POST /api/status_history/:id': 'postStatusEvent',
  'GET /api/status_history/:id': 'readStatusHistory',
  'POST /api/verification_history/:id': 'appendVerificationEvent',
  'GET /api/verification_history/:id': 'readVerificationHistory',
  'GET /api/access-log': 'readAccessLog',
};

/** The operations that a person may ask for as well. */
export const operationsOfPersons = ['getProfile', 'updateProfile', 'readLivenessResult', 'analyzeDocument'] as const;

/** Who asks, as the access log must name them. */
export type Looker =
  | { readonly kind: 'machine'; readonly client_id: string }
  | { readonly kind: 'flow'; readonly link_generation: number };

/** One request, and what its line must say if it is answered with 2xx. */
export type AuditedRequest = {
  readonly method: string;
  /** The path of the route, with its parameters. */
  readonly route: string;
  readonly path: string;
  readonly authorization: string | null;
  readonly json?: object;
  readonly key?: string;
  readonly looker: Looker | null;
  /** The profile that the answer is about; `answer` is the one that it names. */
  readonly profileId: string | null | 'answer';
};

type Asked = Pick<AuditedRequest, 'method' | 'route' | 'json' | 'key'> & { readonly profileId?: 'answer' };

/**
 * Requests that succeed, at least one for every operation and kind of caller, in an order in which each of them can.
 * Those of the matrix change nothing, so that an operation that changes something is never admitted there.
 */
export const succeedingRequests = (
  demands: TokenDemands,
  subject: Subject,
  { decided, neighbour }: { readonly decided: Subject; readonly neighbour: Subject },
): readonly AuditedRequest[] => {
  const { file, generation, id, session, tenant } = subject;
  const pathOf = (route: string): string =>
    route.replace(':id', id).replace(':fileId', file).replace(':sessionId', session);
  const by =
    (looker: Looker, token: string) =>
    (asked: Asked): AuditedRequest => ({
      profileId: /:id|:sessionId|analysis/.test(asked.route) ? id : null,
      ...asked,
      path: pathOf(asked.route),
      authorization: `Bearer ${token}`,
      looker,
    });
  const server = by({ kind: 'machine', client_id: 'client-of-acme' }, machineToken(demands, wholeAcme));
  const link = { profile: id, tenant, generation };
  const person = by({ kind: 'flow', link_generation: generation }, flowToken(demands, link));
  const get = (route: string): Asked => ({ method: 'GET', route });
  const analysis: Asked = {
    method: 'POST',
    route: '/api/ai/document-analysis',
    json: { profile_id: id, front_file_id: file },
  };
  const create: Asked = {
    method: 'POST',
    route: '/api/profiles/create',
    json: { reference: `audited-${id}` },
    key: `audited-${id}`,
    profileId: 'answer',
  };
  const patch: Asked = { method: 'PATCH', route: '/api/profiles/:id', json: { language: 'de' } };
  return [
    server(create),
    server(create),
    ...[patch, analysis, get('/api/profiles/:id'), get('/api/face-liveness/results/:sessionId')].flatMap((asked) => [
      person(asked),
      server(asked),
    ]),
    server({ method: 'HEAD', route: '/api/profiles/:id' }),
    server(get('/api/profiles')),
    server(get('/api/access-log')),
    server(get('/api/profiles/:id/files/:fileId')),
    server(get('/api/status_history/:id')),
    server(get('/api/verification_history/:id')),
    server({ method: 'POST', route: '/api/verification_history/:id', json: { type: 'partner.call_made' } }),
    {
      ...server(get('/api/profiles/:id/decision')),
      path: `/api/profiles/${decided.id}/decision`,
      profileId: decided.id,
    },
    server(get('/api/settings')),
    person(get('/api/settings')),
    server({ method: 'POST', route: '/api/profiles/:id/flow-token', json: {} }),
    {
      ...server({ method: 'POST', route: '/api/status_history/:id', json: { event: 'canceled' } }),
      path: `/api/status_history/${neighbour.id}`,
      profileId: neighbour.id,
    },
    server({ method: 'DELETE', route: '/api/profiles/:id' }),
  ];
};
