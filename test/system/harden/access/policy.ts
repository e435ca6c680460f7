import type { Scope } from '@portcullis/domain';
import { nobodysFile, type Subject } from './subjects.ts';

/** Everybody; partners' servers, by a scope; or these and the person whose profile it is, by the link. */
export type Who = 'everybody' | 'servers' | 'servers and persons';

/** The status and the code of an answer; `null` for one that is no refusal. */
export type Outcome = readonly [status: number, code: string | null];

/** Which profile a request names, and how far that one is; `none`: a request that names no profile. */
export type About = 'open' | 'decided' | 'erased' | 'none';

/** Who may do what. `ask` is a request that changes nothing, and `admitted` what those are answered who may. */
export type Rule = {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly who: Who;
  readonly scope: Scope | null;
  readonly about: About;
  readonly ask: (subject: Subject) => { readonly path: string; readonly json?: object };
  readonly admitted: Outcome;
  /** What another method is answered, in the words of the path. */
  readonly otherMethod?: Outcome;
};

const ok: Outcome = [200, null];
const badRequest: Outcome = [400, 'invalid_request'];
const unknownField = { nobody_knows_this: 1 };

const read = (path: string, scope: Scope, about: About, who: Who = 'servers'): Rule => ({
  method: 'GET',
  path,
  who,
  scope,
  about,
  ask: ({ file, id, session }) => ({
    path: path.replace(':id', id).replace(':fileId', file).replace(':sessionId', session),
  }),
  admitted: ok,
});

const write = (path: string, scope: Scope, about: About, more: Partial<Rule> = {}): Rule => ({
  method: 'POST',
  path,
  who: 'servers',
  scope,
  about,
  ask: ({ id }) => ({ path: path.replace(':id', id), json: unknownField }),
  admitted: badRequest,
  ...more,
});

const open = (path: string, asked = path): Rule => ({
  method: 'GET',
  path,
  who: 'everybody',
  scope: null,
  about: 'none',
  ask: () => ({ path: asked }),
  admitted: ok,
});

const both: Pick<Rule, 'who'> = { who: 'servers and persons' };

/**
 * Who may what, written down beside the code and not made from it: what the service does must be this, neither more nor
 * less.
 */
export const policy: readonly Rule[] = [
  {
    ...open('/api/auth/token'),
    method: 'POST',
    ask: () => ({ path: '/api/auth/token', json: {} }),
    // No client's id and secret, in the words of RFC 6749 section 5.2; a bearer is none.
    admitted: [401, 'invalid_client'],
    otherMethod: [405, 'invalid_request'],
  },
  read('/', 'health:read', 'none'),
  write('/api/profiles/create', 'profiles:write', 'none'),
  read('/api/profiles', 'profiles:read', 'none'),
  read('/api/profiles/:id', 'profiles:read', 'open', 'servers and persons'),
  write('/api/profiles/:id', 'profiles:write', 'open', { ...both, method: 'PATCH' }),
  {
    ...read('/api/profiles/:id', 'profiles:erase', 'erased'),
    method: 'DELETE',
    // It is erased already.
    admitted: [202, null],
  },
  write('/api/profiles/:id/flow-token', 'profiles:write', 'open'),
  read('/api/profiles/:id/decision', 'profiles:read', 'decided'),
  read('/api/profiles/:id/files/:fileId', 'profiles:read', 'decided'),
  write('/api/face-liveness/session', 'profiles:write', 'open', {
    ...both,
    ask: ({ id }) => ({ path: '/api/face-liveness/session', json: { profile_id: id } }),
    // The one that is open already.
    admitted: [201, null],
  }),
  read('/api/face-liveness/results/:sessionId', 'profiles:read', 'decided', 'servers and persons'),
  write('/api/ai/document-analysis', 'profiles:write', 'open', {
    ...both,
    ask: ({ id }) => ({ path: '/api/ai/document-analysis', json: { profile_id: id, front_file_id: nobodysFile } }),
    admitted: [422, 'validation_failed'],
  }),
  {
    ...read('/api/cloud/credentials', 'profiles:write', 'open', 'servers and persons'),
    ask: ({ id }) => ({ path: `/api/cloud/credentials?profile_id=${id}` }),
    // All of this attempt are given out.
    admitted: [429, 'rate_limited'],
  },
  read('/api/settings', 'profiles:read', 'none', 'servers and persons'),
  write('/api/status_history/:id', 'status-history:write', 'open'),
  read('/api/status_history/:id', 'profiles:read', 'open'),
  write('/api/verification_history/:id', 'verification-history:write', 'open'),
  read('/api/verification_history/:id', 'profiles:read', 'open'),
  open('/openapi.json'),
  open('/docs'),
  open('/docs/:asset', '/docs/start.js'),
];
