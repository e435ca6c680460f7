import { type Subject, wholeAcme } from './subjects.ts';
import { flowToken, machineToken, type TokenDemands } from './tokens.ts';

/**
 * The operations whose answers show something of a person, by method and path. They are written by hand beside the
 * code: each of these answers must be a line of the access log, and no other answer may be, apart from refusals.
 */
export const shownOperations: Readonly<Record<string, string>> = {
  'POST /api/profiles/create': 'createProfile',
  'GET /api/profiles': 'listProfiles',
  'GET /api/profiles/:id': 'getProfile',
  'PATCH /api/profiles/:id': 'updateProfile',
  'DELETE /api/profiles/:id': 'eraseProfile',
  'DELETE /api/profiles/:id/erasure': 'takeBackErasure',
  'GET /api/profiles/:id/decision': 'explainDecision',
  'GET /api/profiles/:id/files/:fileId': 'readFile',
  'GET /api/face-liveness/results/:sessionId': 'readLivenessResult',
  'POST /api/ai/document-analysis': 'analyzeDocument',
  'POST /api/status_history/:id': 'postStatusEvent',
  'GET /api/status_history/:id': 'readStatusHistory',
  'POST /api/verification_history/:id': 'appendVerificationEvent',
  'GET /api/verification_history/:id': 'readVerificationHistory',
  'GET /api/access-log': 'readAccessLog',
  'GET /api/events': 'readEvents',
};

/** The routes whose pages may be empty, and then show nothing. */
export const listedRoutes: readonly string[] = ['/api/profiles', '/api/events'];

/** The operations that show nothing when they succeed, and whose refusals can tell of a person. */
export const refusingOperations: Readonly<Record<string, string>> = {
  'POST /api/face-liveness/session': 'openLivenessSession',
  'PUT /api/face-liveness/session/:sessionId/capture': 'submitLivenessCapture',
  'GET /api/cloud/credentials': 'issueBrowserCredentials',
  'POST /api/profiles/:id/flow-token': 'renewFlowToken',
  'POST /api/flow/handoff': 'createHandoff',
};

/**
 * What is shown to whoever has a code that another request has made. No token can ask for it:
 * `test/http/person-page.test.ts` does.
 */
export const redeemedOperations: Readonly<Record<string, string>> = {
  'POST /api/flow/handoff/redeem': 'redeemHandoff',
};

/**
 * What is shown to staff alone, whom no token stands for: `test/http/reviews.test.ts` and those beside it ask for each
 * of them.
 */
export const staffOperations: Readonly<Record<string, string>> = {
  'GET /api/reviews': 'listReviews',
  'GET /api/reviews/:id': 'readReview',
  'GET /api/reviews/:id/duplicates': 'readDuplicates',
  'POST /api/reviews/next': 'claimNextReview',
  'POST /api/reviews/:id/claim': 'claimReview',
  'POST /api/reviews/:id/release': 'releaseReview',
  'POST /api/reviews/:id/decision': 'decideReview',
  'GET /api/reviews/:id/evidence-pack': 'exportEvidencePack',
  'POST /api/reviews/:id/hold': 'holdReview',
  'POST /api/reviews/:id/release-hold': 'releaseHold',
  'POST /api/staff/search': 'searchReviews',
  'GET /api/lists': 'readLists',
  'POST /api/lists': 'addToList',
  'GET /api/policy-drafts/:id/back-test': 'readBackTest',
};

/** The problem codes that say something of a profile; those of the same statuses beside them say nothing. */
export const tellingCodes: readonly string[] = [
  'invalid_transition',
  'biometrics_not_passed',
  'consent_required',
  'flow_ended',
  'change_limit_reached',
  'legal_hold',
];

/** The operations that a person may ask for as well. */
export const operationsOfPersons = ['getProfile', 'updateProfile', 'readLivenessResult', 'analyzeDocument'] as const;

/** Who asks, as the access log must name them. */
export type Looker =
  | { readonly kind: 'machine'; readonly client_id: string }
  | { readonly kind: 'flow'; readonly link_generation: number };

/** One request, and what its line must say if it is answered with 2xx, or with a refusal that tells of the profile. */
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

/** Requests about a profile that is decided: what is refused tells that it is, to a server. */
export const refusedRequests = (demands: TokenDemands, { id }: Subject): readonly AuditedRequest[] => {
  const refused = (method: string, route: string, path: string, json?: object): AuditedRequest => ({
    method,
    route,
    path,
    profileId: id,
    ...(json && { json }),
    authorization: `Bearer ${machineToken(demands, wholeAcme)}`,
    looker: { kind: 'machine', client_id: 'client-of-acme' },
  });
  return [
    refused('POST', '/api/face-liveness/session', '/api/face-liveness/session', { profile_id: id }),
    refused('GET', '/api/cloud/credentials', `/api/cloud/credentials?profile_id=${id}`),
    refused('POST', '/api/profiles/:id/flow-token', `/api/profiles/${id}/flow-token`, {}),
    refused('PATCH', '/api/profiles/:id', `/api/profiles/${id}`, { language: 'de' }),
    refused('POST', '/api/status_history/:id', `/api/status_history/${id}`, {
      event: 'review_approved',
      reviewer: { id: 'staff-0217' },
    }),
  ];
};

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
    server(get('/api/events')),
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
    server({ method: 'DELETE', route: '/api/profiles/:id/erasure' }),
    server({ method: 'DELETE', route: '/api/profiles/:id' }),
  ];
};
