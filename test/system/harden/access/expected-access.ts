import {
  badRequest,
  notFound,
  personRoute,
  publicRoute,
  type Rule,
  readRoute,
  reviewAction,
  staffRoute,
  unknownField,
  writeRoute,
} from './access-rule.ts';
import { expectedDrafts } from './expected-drafts.ts';
import { missingFileId } from './subjects.ts';

/** An operation on an endpoint that does not exist. */
const forEndpoints = { who: 'servers and staff', permission: 'webhooks:manage' } as const;

const noEndpoint = (method: Rule['method'], action: string): Rule => ({
  ...readRoute(`/api/webhook-endpoints/:id${action}`, 'webhooks:manage', 'none'),
  ...forEndpoints,
  method,
  ask: () => ({
    path: `/api/webhook-endpoints/${missingFileId}${action}`,
    ...(method !== 'GET' && { json: {} }),
  }),
  admitted: notFound,
});

const forServersAndPersons: Pick<Rule, 'who'> = { who: 'servers and persons' };

/**
 * Who may do what, route by route. It is written by hand beside the code and not derived from it: the service must
 * allow exactly this.
 */
export const expectedAccess: readonly Rule[] = [
  {
    ...publicRoute('/api/auth/token'),
    method: 'POST',
    ask: () => ({ path: '/api/auth/token', json: {} }),
    // The client's id and secret are missing, as RFC 6749 section 5.2 describes; a bearer token is not used here.
    admitted: [401, 'invalid_client'],
    otherMethod: [405, 'invalid_request'],
  },
  {
    ...publicRoute('/api/auth/revoke'),
    method: 'POST',
    ask: () => ({ path: '/api/auth/revoke', json: { token: 'none' } }),
    admitted: [401, 'invalid_client'],
    otherMethod: [405, 'invalid_request'],
  },
  readRoute('/', 'health:read', 'none'),
  writeRoute('/api/profiles/create', 'profiles:write', 'none'),
  readRoute('/api/profiles', 'profiles:read', 'none', 'servers and staff', 'reviews:read'),
  readRoute('/api/profiles/:id', 'profiles:read', 'open', 'servers, persons and staff', 'reviews:read'),
  writeRoute('/api/profiles/:id', 'profiles:write', 'open', { ...forServersAndPersons, method: 'PATCH' }),
  {
    ...readRoute('/api/profiles/:id', 'profiles:erase', 'erased'),
    method: 'DELETE',
    who: 'servers and staff',
    permission: 'profiles:erase',
    // The profile is already erased.
    admitted: [202, null],
  },
  {
    ...readRoute('/api/profiles/:id/erasure', 'profiles:erase', 'open', 'servers and staff', 'profiles:erase'),
    method: 'DELETE',
  },
  writeRoute('/api/profiles/:id/flow-token', 'profiles:write', 'open'),
  readRoute('/api/profiles/:id/decision', 'profiles:read', 'decided', 'servers and staff', 'reviews:read'),
  readRoute('/api/profiles/:id/files/:fileId', 'profiles:read', 'decided', 'servers and staff', 'pictures:read'),
  writeRoute('/api/face-liveness/session', 'profiles:write', 'unused', {
    ...forServersAndPersons,
    ask: ({ id }) => ({ path: '/api/face-liveness/session', json: { profile_id: id } }),
    // The response names the session that is already open.
    admitted: [201, null],
  }),
  {
    ...personRoute('/api/face-liveness/session/:sessionId/capture'),
    method: 'PUT',
    about: 'open',
    ask: ({ session }) => ({ path: `/api/face-liveness/session/${session}/capture`, json: {} }),
    admitted: [415, 'unsupported_media_type'],
  },
  readRoute('/api/face-liveness/results/:sessionId', 'profiles:read', 'decided', 'servers and persons'),
  writeRoute('/api/ai/document-analysis', 'profiles:write', 'open', {
    ...forServersAndPersons,
    ask: ({ id }) => ({ path: '/api/ai/document-analysis', json: { profile_id: id, front_file_id: missingFileId } }),
    admitted: [422, 'validation_failed'],
  }),
  {
    ...readRoute('/api/cloud/credentials', 'profiles:write', 'open', 'servers and persons'),
    ask: ({ id }) => ({ path: `/api/cloud/credentials?profile_id=${id}` }),
    // All credentials of this attempt have been issued.
    admitted: [429, 'rate_limited'],
  },
  readRoute('/api/settings', 'profiles:read', 'none', 'servers, persons and staff', 'reviews:read'),
  { ...personRoute('/api/flow/steps'), anyLink: true },
  personRoute('/api/flow/handoff'),
  {
    ...publicRoute('/api/flow/handoff/redeem'),
    method: 'POST',
    ask: () => ({ path: '/api/flow/handoff/redeem', json: { code: 'nobody.knows' } }),
    admitted: notFound,
  },
  writeRoute('/api/status_history/:id', 'status-history:write', 'open', { otherScope: 'reviews:write' }),
  readRoute('/api/status_history/:id', 'profiles:read', 'open', 'servers and staff', 'reviews:read'),
  writeRoute('/api/verification_history/:id', 'verification-history:write', 'open'),
  readRoute('/api/verification_history/:id', 'profiles:read', 'open', 'servers and staff', 'reviews:read'),
  // Whether there is a head depends on the time that has passed.
  {
    ...readRoute('/api/ledger/checkpoint', 'ledger:read', 'none'),
    ask: () => ({ path: '/api/ledger/checkpoint?nobody_knows_this=1' }),
    admitted: badRequest,
  },
  { ...readRoute('/api/access-log', 'access-log:read', 'none', 'servers and staff'), permission: 'audit:read' },
  readRoute('/api/events', 'events:read', 'none'),
  writeRoute('/api/webhook-endpoints', 'webhooks:manage', 'none', forEndpoints),
  { ...readRoute('/api/webhook-endpoints', 'webhooks:manage', 'none'), ...forEndpoints },
  ...(['GET', 'PATCH', 'DELETE'] as const).map((method): Rule => noEndpoint(method, '')),
  ...['/ping', '/rotate-secret'].map((action) => noEndpoint('POST', action)),
  {
    ...noEndpoint('POST', '/replay'),
    ask: () => ({ path: `/api/webhook-endpoints/${missingFileId}/replay`, json: { dead_letters: true } }),
  },
  ...['/deliveries', '/dead-letters'].map((list) => noEndpoint('GET', list)),
  publicRoute('/api/staff/sign-in'),
  staffRoute('GET', '/api/staff/me', null),
  {
    ...publicRoute('/api/staff/session'),
    method: 'POST',
    ask: () => ({ path: '/api/staff/session', json: { username: 'nobody', password: 'nothing' } }),
    // No bearer of the matrix is the console itself, unless they have a session.
    admitted: [403, 'cross_site_request'],
    admittedSession: [401, 'invalid_credentials'],
  },
  staffRoute('DELETE', '/api/staff/session', null, {
    // The session stays, because the request is not as described.
    ask: () => ({ path: '/api/staff/session?nobody_knows_this=1' }),
    admitted: badRequest,
  }),
  // Here staff have their accounts at the service, and these lead nowhere.
  ...['/console/sign-in', '/console/callback'].map((path): Rule => ({ ...publicRoute(path), admitted: notFound })),
  { ...publicRoute('/console/backchannel-logout'), method: 'POST', admitted: notFound },
  staffRoute('GET', '/api/reviews', 'reviews:read'),
  staffRoute('GET', '/api/reviews/summary', 'reviews:read'),
  staffRoute('GET', '/api/reviews/:id', 'reviews:read', {
    about: 'open',
    ask: ({ id }) => ({ path: `/api/reviews/${id}` }),
  }),
  staffRoute('GET', '/api/reviews/:id/duplicates', 'reviews:read', {
    about: 'open',
    ask: ({ id }) => ({ path: `/api/reviews/${id}/duplicates` }),
  }),
  staffRoute('POST', '/api/reviews/next', 'reviews:claim', {
    ask: () => ({ path: '/api/reviews/next', json: unknownField }),
    admitted: badRequest,
  }),
  // Nothing waits, so that nothing can be claimed.
  reviewAction('claim', 'reviews:claim', {}, [409, 'invalid_transition']),
  reviewAction('release', 'reviews:claim', {}, [409, 'claim_required']),
  reviewAction('decision', 'reviews:decide', { outcome: 'approve', expected_version: 1 }, [409, 'claim_required']),
  // A body is decoded before anything is looked up, so that whose profile it is makes no difference.
  ...['hold', 'release-hold'].map(
    (action): Rule => ({ ...reviewAction(action, 'profiles:erase', unknownField, badRequest), about: 'none' }),
  ),
  staffRoute('GET', '/api/reviews/:id/evidence-pack', 'evidence:export', {
    about: 'open',
    ask: ({ id }) => ({ path: `/api/reviews/${id}/evidence-pack` }),
  }),
  // Whoever may not see what is asked for is answered an empty list.
  staffRoute('POST', '/api/staff/search', 'reviews:read', {
    ask: ({ id }) => ({ path: '/api/staff/search', json: { profile_id: id } }),
  }),
  staffRoute('GET', '/api/lists', 'lists:manage'),
  staffRoute('POST', '/api/lists', 'lists:manage', {
    ask: ({ id }) => ({ path: '/api/lists', json: { list: 'blocked', kind: 'person', profile_id: id } }),
    admitted: badRequest,
  }),
  staffRoute('DELETE', '/api/lists/:id', 'lists:manage', {
    ask: () => ({ path: `/api/lists/${missingFileId}` }),
    admitted: notFound,
  }),
  staffRoute('GET', '/api/operations', 'operations:read'),
  staffRoute('GET', '/api/policies', 'policies:read'),
  staffRoute('GET', '/api/policies/:id/:version', 'policies:read', {
    ask: () => ({ path: '/api/policies/nobodys/1' }),
    admitted: notFound,
  }),
  ...expectedDrafts(staffRoute),
  staffRoute('GET', '/api/staff/sessions', 'sessions:manage'),
  staffRoute('POST', '/api/staff/:id/end-sessions', 'sessions:manage', {
    ask: () => ({ path: '/api/staff/staff-000000000000/end-sessions' }),
    admitted: notFound,
  }),
  staffRoute('GET', '/api/clients', 'clients:manage'),
  staffRoute('POST', '/api/clients', 'clients:manage', {
    ask: () => ({ path: '/api/clients', json: { name: '' } }),
    admitted: badRequest,
  }),
  ...(['rotate-secret', 'disable', 'enable'] as const).map((action) =>
    staffRoute('POST', `/api/clients/:id/${action}`, 'clients:manage', {
      ask: () => ({ path: `/api/clients/${missingFileId}/${action}` }),
      admitted: notFound,
    }),
  ),
  publicRoute('/.well-known/oauth-authorization-server'),
  publicRoute('/openapi.json'),
  publicRoute('/docs'),
  publicRoute('/docs/:asset', '/docs/start.js'),
  publicRoute('/problems/:code', '/problems/not_found'),
  publicRoute('/verify/:id', '/verify/nobody'),
  { ...publicRoute('/verify/assets/:name', '/verify/assets/nothing.js'), admitted: notFound },
  publicRoute('/console', '/console'),
  { ...publicRoute('/console/assets/:name', '/console/assets/nothing.js'), admitted: notFound },
];
