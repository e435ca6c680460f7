import type { RawRequest } from './http-client.ts';
import type { Subject } from './subjects.ts';

/** The identifiers by which a request can name a profile, whether it exists or not. */
export type ProfileIdentifiers = Pick<Subject, 'id' | 'session' | 'file' | 'reference'> & {
  readonly createdAt: string;
  /** The ledger entry of its decision, or its last entry when it has no decision. */
  readonly seq: number;
};

/** A request that names another tenant's resource in one of the places where a resource can be named. */
export type AccessViolation = {
  readonly place: string;
  readonly request: (named: ProfileIdentifiers, own: Subject) => RawRequest;
  /** When this is absent, the named resource is looked up, so that its owner finds it. */
  readonly isLookedUp?: false;
};

type RequestParts = Omit<RawRequest, 'path'>;

const jsonRequest = (method: string, body: object, headers: Readonly<Record<string, string>> = {}): RequestParts => ({
  method,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
});

const getRequest: RequestParts = { method: 'GET' };

const atPath = (
  place: string,
  path: (named: ProfileIdentifiers, own: Subject) => string,
  asked: RequestParts = getRequest,
): AccessViolation => ({
  place,
  request: (named, own) => ({ ...asked, path: path(named, own) }),
});

const formRequest = (parts: Readonly<Record<string, string>>): RequestParts => {
  const boundary = 'the-end-of-a-part';
  const texts = Object.entries(parts).map(
    ([name, text]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`,
  );
  return {
    method: 'PATCH',
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    body: `${texts.join('')}--${boundary}--\r\n`,
  };
};

const profile = ({ id }: ProfileIdentifiers): string => `/api/profiles/${id}`;
const consent = { text_version: '1', locale: 'en', granted: false };

const paths: readonly AccessViolation[] = [
  atPath('a profile', profile),
  atPath('a profile, its head', profile, { method: 'HEAD' }),
  ...['"1"', '"2"', '"3"', '"4"', '"7"', '*'].map((tag) =>
    atPath(`a profile, if none match ${tag}`, profile, { method: 'GET', headers: { 'if-none-match': tag } }),
  ),
  // A query that a profile does not support is rejected, whoever asks.
  { ...atPath('a profile with a query', (named) => `${profile(named)}?status=approved`), isLookedUp: false },
  atPath('a decision', (named) => `${profile(named)}/decision`),
  atPath('a decision by its entry', (named) => `${profile(named)}/decision?seq=${named.seq}`),
  {
    ...atPath('a decision by an entry that is none', (named) => `${profile(named)}/decision?seq=1`),
    isLookedUp: false,
  },
  atPath('a file', (named) => `${profile(named)}/files/${named.file}`),
  atPath('a file, its head', (named) => `${profile(named)}/files/${named.file}`, { method: 'HEAD' }),
  atPath("somebody's file in a profile of one's own", ({ file }, own) => `/api/profiles/${own.id}/files/${file}`),
  atPath("a file of one's own in somebody's profile", (named, own) => `${profile(named)}/files/${own.file}`),
  ...['status_history', 'verification_history'].flatMap((history) => [
    atPath(`a ${history}`, ({ id }) => `/api/${history}/${id}`),
    atPath(`a ${history}, further on`, ({ id }) => `/api/${history}/${id}?after_seq=1&limit=1`),
  ]),
  atPath('a session', ({ session }) => `/api/face-liveness/results/${session}`),
  atPath('a session, its head', ({ session }) => `/api/face-liveness/results/${session}`, { method: 'HEAD' }),
];

const changes: readonly AccessViolation[] = [
  atPath('consent', profile, jsonRequest('PATCH', { consent })),
  atPath('claims', profile, jsonRequest('PATCH', { claimed: { first_name: 'Mallory' } })),
  atPath('metadata', profile, jsonRequest('PATCH', { metadata: { taken: 'yes' } })),
  atPath('a device', profile, jsonRequest('PATCH', { device: { event_id: '1700000000000.abcdef' } })),
  ...['"1"', '"4"', '"5"', '*'].map((tag) =>
    atPath(`a change if it is ${tag}`, profile, jsonRequest('PATCH', { language: 'de' }, { 'if-match': tag })),
  ),
  atPath('a change as a form', profile, formRequest({ language: 'de', consent: JSON.stringify(consent) })),
  atPath('a change that is no JSON', profile, { ...jsonRequest('PATCH', {}), body: '{' }),
  atPath('a new link', (named) => `${profile(named)}/flow-token`, jsonRequest('POST', {})),
  atPath('an erasure', profile, { method: 'DELETE' }),
  ...['review_approved', 'review_declined', 'input_requested', 'reopened', 'renewed', 'canceled'].map((event) =>
    atPath(
      `the status event ${event}`,
      ({ id }) => `/api/status_history/${id}`,
      jsonRequest('POST', {
        event,
        reason: 'other',
        note: 'a note',
        reviewer: { id: 'staff-1' },
        ...(event === 'input_requested' && { steps: ['consent'] }),
      }),
    ),
  ),
  atPath(
    'a status event of a version',
    ({ id }) => `/api/status_history/${id}`,
    jsonRequest('POST', { event: 'canceled', expected_version: 4 }),
  ),
  atPath(
    'a verification event',
    ({ id }) => `/api/verification_history/${id}`,
    jsonRequest('POST', { type: 'partner.seen' }),
  ),
  atPath(
    'a change under a key',
    profile,
    jsonRequest('PATCH', { language: 'de' }, { 'idempotency-key': 'the key of the one who was there first' }),
  ),
];

const inBodies: readonly AccessViolation[] = [
  {
    place: 'a profile in a body, for a session',
    request: ({ id }) => ({ ...jsonRequest('POST', { profile_id: id }), path: '/api/face-liveness/session' }),
  },
  {
    place: 'a profile and a file in a body, for an analysis',
    request: ({ file, id }) => ({
      ...jsonRequest('POST', { profile_id: id, front_file_id: file }),
      path: '/api/ai/document-analysis',
    }),
  },
  {
    place: "somebody's front in an analysis of one's own",
    request: ({ file }, own) => ({
      ...jsonRequest('POST', { profile_id: own.id, front_file_id: file }),
      path: '/api/ai/document-analysis',
    }),
  },
  {
    // The file is a front, so it is not a back for anybody: its owner too is told that it is invalid.
    isLookedUp: false,
    place: "somebody's front as the back in an analysis of one's own",
    request: ({ file }, own) => ({
      ...jsonRequest('POST', { profile_id: own.id, front_file_id: own.file, back_file_id: file }),
      path: '/api/ai/document-analysis',
    }),
  },
  {
    place: 'a profile in a query',
    request: ({ id }) => ({ ...getRequest, path: `/api/cloud/credentials?profile_id=${id}` }),
  },
];

const lists: readonly AccessViolation[] = [
  ...['', '&status=approved', '&limit=1', '&status=in_progress'].map(
    (more): AccessViolation => ({
      place: `a reference in a list${more}`,
      request: ({ reference }) => ({ ...getRequest, path: `/api/profiles?reference=${reference}${more}` }),
      // A decided profile is not in progress.
      ...(more === '&status=in_progress' && { isLookedUp: false }),
    }),
  ),
  // These requests name no other tenant's resource: what they list must belong to the caller.
  ...['', '?limit=100', '?status=approved'].map(
    (more): AccessViolation => ({
      place: `a list${more}`,
      request: () => ({ ...getRequest, path: `/api/profiles${more}` }),
      isLookedUp: false,
    }),
  ),
  {
    place: 'a place in a list',
    isLookedUp: false,
    request: ({ createdAt, id }) => ({
      ...getRequest,
      path: `/api/profiles?cursor=${Date.parse(createdAt).toString(36)}.${id}`,
    }),
  },
];

/** All requests: paths, bodies, queries and headers, of reads and of writes. */
export const accessViolations: readonly AccessViolation[] = [...paths, ...changes, ...inBodies, ...lists];
