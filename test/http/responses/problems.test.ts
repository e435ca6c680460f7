import { type DomainError, notFound, type Status, TE, unavailable } from '@portcullis/domain';
import {
  alreadyExists,
  biometricsNotPassed,
  consentRequired,
  flowEnded,
  imageBudgetExceeded,
  insufficientScope,
  invalid,
  invalidClient,
  invalidScope,
  invalidToken,
  invalidTransition,
  limitReached,
  preconditionFailed,
  statuses,
  tokenExpired,
  tooLarge,
  unsupportedMedia,
  versionConflict,
} from '@portcullis/domain/kernel';
import { expect } from 'chai';
import { type ExpectedProblem as Expected, quotaProblems } from '../../support/http/quota-problems.ts';
import { openServer, type TestResponse } from '../../support/http/server.ts';
import { ada, stubServices } from '../../support/http/stub-services.ts';

const cause = new Error('connection to 10.0.0.7 refused for user root');

/** Answers the response to a PATCH that the core rejects with this error. */
const problemFor = async (error: DomainError): Promise<TestResponse & { readonly record: unknown }> => {
  const server = await openServer({ services: stubServices({ updateProfile: () => TE.left(error) }) });
  const received = await server.send({
    method: 'PATCH',
    path: `/api/profiles/${ada}`,
    headers: { authorization: 'Bearer machine', 'content-type': 'application/json', 'request-id': 'r-1' },
    body: '{}',
  });
  const record = await server.recordOf('r-1');
  await server.close();
  return { ...received, record };
};

const again = 'Read what this request changes again, then repeat the request.';
const sendToken =
  'Send Authorization: Bearer with a token: a server gets one from POST /api/auth/token, and the page of a person has the one of its link.';
const notOurs =
  'This service did not issue it, or it is not whole. Send Authorization: Bearer with a token from POST /api/auth/token, as it is.';
const faults = [{ pointer: '/policy', message: 'no such policy' }];

const table: readonly Expected[] = [
  ...quotaProblems,
  [notFound, 404, 'not_found', false, { detail: 'There is nothing here that this caller may see.' }],
  [invalid(faults), 422, 'validation_failed', false, { errors: faults }],
  [
    invalidTransition('evidence_added', 'in_review', ['review_approved', 'review_declined']),
    409,
    'invalid_transition',
    false,
    {
      detail:
        'Nothing can be supplied or changed while the profile is in_review, except a withdrawal of consent by itself. Nothing of this request was recorded.',
      allowed: ['review_approved', 'review_declined'],
    },
  ],
  [
    invalidTransition('evidence_added', 'approved', ['reopened']),
    409,
    'invalid_transition',
    false,
    {
      detail: 'Nothing can be supplied or changed while the profile is approved. Nothing of this request was recorded.',
      allowed: ['reopened'],
    },
  ],
  [
    invalidTransition('status_event', 'canceled', []),
    409,
    'invalid_transition',
    false,
    { detail: 'No status event is possible while the profile is canceled.', allowed: [] },
  ],
  [
    invalidTransition('renewed', 'approved', ['reopened']),
    409,
    'invalid_transition',
    false,
    { detail: '"renewed" is not possible while the profile is approved.', allowed: ['reopened'] },
  ],
  [versionConflict, 409, 'version_conflict', true, { detail: again }],
  [alreadyExists, 409, 'version_conflict', true, { detail: again }],
  [preconditionFailed, 412, 'precondition_failed', false, { detail: 'Read the profile again for its version.' }],
  [
    biometricsNotPassed(['liveness', 'face_match'], ['review_declined']),
    409,
    'biometrics_not_passed',
    false,
    {
      detail:
        'No reviewer may approve while liveness and face_match have not passed. Ask for the steps again, or decline.',
      allowed: ['review_declined'],
    },
  ],
  [
    consentRequired,
    409,
    'consent_required',
    false,
    {
      detail: 'Nothing of this request was recorded. Record the consent of the person, then repeat this.',
      missing: ['consent'],
    },
  ],
  [
    unsupportedMedia('document_front', 'expected JPEG, PNG or WebP'),
    415,
    'unsupported_media_type',
    false,
    { errors: [{ pointer: '/document_front', message: 'expected JPEG, PNG or WebP' }] },
  ],
  [
    tooLarge('document_front', 'at most 25 megapixels'),
    413,
    'payload_too_large',
    false,
    { errors: [{ pointer: '/document_front', message: 'at most 25 megapixels' }] },
  ],
  [
    limitReached('document_analyses', 'Three times an attempt.', 12.2),
    429,
    'rate_limited',
    true,
    { detail: 'Three times an attempt.' },
    { 'retry-after': '13' },
  ],
  [
    imageBudgetExceeded('At most 2000 MB.', 3599.5),
    429,
    'image_budget_exceeded',
    true,
    { detail: 'At most 2000 MB.' },
    { 'retry-after': '3600' },
  ],
  [
    invalidToken,
    401,
    'invalid_token',
    false,
    { detail: notOurs },
    { 'www-authenticate': 'Bearer error="invalid_token"' },
  ],
  [
    tokenExpired,
    401,
    'token_expired',
    false,
    { detail: 'A server gets a new one from POST /api/auth/token, and a person opens a new link.' },
    { 'www-authenticate': 'Bearer error="invalid_token", error_description="The token has expired"' },
  ],
  [invalidClient, 401, 'unauthenticated', false, { detail: sendToken }, { 'www-authenticate': 'Bearer' }],
  [invalidScope, 400, 'invalid_request', false],
  [
    insufficientScope('profiles:write'),
    403,
    'insufficient_scope',
    false,
    { detail: 'This needs a token of POST /api/auth/token with the scope profiles:write.' },
    { 'www-authenticate': 'Bearer error="insufficient_scope", scope="profiles:write"' },
  ],
  [unavailable('database', cause, 'timeout', 0), 503, 'database_unavailable', true, {}, { 'retry-after': '1' }],
  [unavailable('files', cause), 503, 'database_unavailable', true, {}, { 'retry-after': '5' }],
  [unavailable('liveness', cause), 503, 'provider_unavailable', true, {}, { 'retry-after': '5' }],
  [unavailable('faces', cause, 'quota', 60), 503, 'provider_unavailable', true, {}, { 'retry-after': '60' }],
  [unavailable('device', cause, 'rejected'), 502, 'provider_rejected', false],
  [unavailable('document_reader', cause, 'invalid_response'), 502, 'provider_rejected', false],
  [unavailable('browser_credentials', cause, 'not_configured'), 503, 'not_configured', false],
  [unavailable('liveness', cause, 'timeout'), 504, 'deadline_exceeded', true],
  [unavailable('clock', cause), 503, 'clock_skew', true, {}, { 'retry-after': '5' }],
  [unavailable('tokens', cause), 503, 'provider_unavailable', true, {}, { 'retry-after': '5' }],
];

const titles: { readonly [code: string]: string } = {
  not_found: 'Not found',
  validation_failed: 'The content is not acceptable',
  invalid_transition: 'The status of the profile does not allow this',
  version_conflict: 'Another request changed this at the same time',
  precondition_failed: 'The profile has another version',
  consent_required: 'Consent must be recorded first',
  provider_budget_exhausted: 'The calls of this day to a service behind this one are used up',
  endpoint_limit_reached: 'The partner has as many webhook endpoints as it may have',
  change_limit_reached: 'The profile takes no more changes',
  profile_storage_full: 'The profile has no room for this file',
  tenant_storage_full: 'The partner has no room for this file',
  biometrics_not_passed: 'A biometric check has not passed',
  unsupported_media_type: 'The type of the content is not supported',
  payload_too_large: 'Too large',
  rate_limited: 'Too often',
  image_budget_exceeded: 'Too many pixels for one profile',
  invalid_token: 'The token is not valid',
  token_expired: 'The token has expired',
  unauthenticated: 'A bearer token is required',
  invalid_request: 'The request is not valid',
  insufficient_scope: 'The token does not allow this',
  database_unavailable: 'The record database is not available',
  provider_unavailable: 'A service behind this one is not available',
  provider_rejected: 'A service behind this one refused or garbled its answer',
  clock_skew: 'The clock of this instance is not believed at the moment',
  not_configured: 'This function is not configured',
  deadline_exceeded: 'A service behind this one did not answer in time',
};

describe('the problem table', () => {
  for (const [error, status, code, retryable, more = {}, headers = {}] of table) {
    const of = error._tag === 'Unavailable' ? ` of ${error.service}, ${error.kind}` : '';
    it(`answers ${status} ${code} to ${error._tag}${of}`, async () => {
      const received = await problemFor(error);
      expect(received.json).to.deep.equal({
        type: `/problems/${code}`,
        title: titles[code],
        status,
        code,
        request_id: 'r-1',
        retryable,
        ...more,
      });
      expect(received.status).to.equal(status);
      expect(received.headers).to.include({ 'content-type': 'application/problem+json', ...headers });
      expect(received.headers['cache-control']).to.equal('no-store');
    });
  }

  it('reports the cause of an outage to the observer, and hides it from the client', async () => {
    const { text, record } = await problemFor(unavailable('liveness', cause, 'rejected'));
    expect(text).not.to.contain('10.0.0.7');
    expect(record).to.deep.include({
      requestId: 'r-1',
      method: 'PATCH',
      route: '/api/profiles/:id',
      status: 502,
      callerKind: 'machine',
      clientId: 'acme-backend',
      partnerId: 'acme',
      errorCode: 'provider_rejected',
      cause: { service: 'liveness', kind: 'rejected', cause },
    });
  });

  const sentences: { readonly [status in Status]: RegExp } = {
    created: /newer link/,
    in_progress: /newer link/,
    requires_input: /newer link/,
    processing: /being checked/,
    in_review: /being reviewed/,
    approved: /finished/,
    declined: /finished/,
    lapsed: /new one/,
    expired: /new one/,
    canceled: /new one/,
  };

  for (const status of statuses) {
    it(`describes the next step when the flow ended as ${status}`, async () => {
      const { json, status: answered } = await problemFor(flowEnded(status));
      expect(answered).to.equal(410);
      expect(json).to.include({ code: 'flow_ended', retryable: false });
      expect(Object(json).detail).to.match(sentences[status]);
    });
  }

  it('answers 500 to an internal error, and keeps the cause for the observer', async () => {
    for (const broken of [
      () => {
        throw cause;
      },
      () => async () => {
        throw cause;
      },
    ]) {
      const server = await openServer({ services: stubServices({ getProfile: broken }) });
      const received = await server.send({
        path: `/api/profiles/${ada}`,
        headers: { authorization: 'Bearer machine', 'request-id': 'r-2' },
      });
      const record = await server.recordOf('r-2');
      await server.close();
      expect(received.status).to.equal(500);
      expect(received.json).to.deep.equal({
        type: '/problems/internal_error',
        title: 'Something went wrong on our side',
        status: 500,
        code: 'internal_error',
        request_id: 'r-2',
        retryable: false,
      });
      expect(record).to.include({ errorCode: 'internal_error', status: 500, cause });
    }
  });

  it('limits the number and the length of names that the caller chose', async () => {
    const many = Array.from({ length: 30 }, (_, i) => ({ pointer: `/${'x'.repeat(500)}${i}`, message: 'unknown' }));
    const { json } = await problemFor(invalid(many));
    const errors: readonly { readonly pointer: string }[] = Object(json).errors;
    expect(errors).to.have.length(20);
    expect(Math.max(...errors.map(({ pointer }) => pointer.length))).to.equal(120);
  });
});
