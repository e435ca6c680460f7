import { pipe, TE } from '@portcullis/domain';
import {
  closedObject,
  IdCodec,
  LivenessSessionIdCodec,
  livenessChallenges,
  oneOf,
  usualChallenge,
} from '@portcullis/domain/kernel';
import { maxCaptureBytes } from '@portcullis/domain/ports';
import type { ErrorCodeName } from '../request/error-codes.ts';
import {
  CredentialsBody,
  credentialsBody,
  FlowLivenessResultBody,
  flowLivenessResultBody,
  LivenessResultBody,
  LivenessSessionBody,
  livenessResultBody,
  livenessSessionBody,
} from '../responses/liveness-body.ts';
import { endpoint } from './endpoint.ts';
import { resolveProfileId } from './resolve-profile.ts';

/** The error codes of a call that reaches a provider. */
export const providerErrorCodes: readonly ErrorCodeName[] = [
  'invalid_transition',
  'version_conflict',
  'consent_required',
  'flow_ended',
  'rate_limited',
  'database_unavailable',
  'provider_unavailable',
  'provider_rejected',
  'not_configured',
  'deadline_exceeded',
];

const LivenessSessionRequest = closedObject(
  {},
  { profile_id: IdCodec, challenge: oneOf(livenessChallenges) },
  'LivenessSessionRequest',
);
const sessionFields = { machine: LivenessSessionRequest, flow: LivenessSessionRequest };

export const openLivenessSession = endpoint({
  method: 'POST',
  path: '/api/face-liveness/session',
  id: 'openLivenessSession',
  tag: 'Evidence',
  summary: 'Open a liveness session for the current attempt',
  description:
    'A machine token names the profile. A flow token has one, and may leave it out. A session that is still open is answered again to whoever asks for its challenge, until credentials were issued for it: then it may be used up, and another one is opened. The policy says which challenges are allowed (`liveness.challenges` of the settings) and what the gentle one, `movement`, costs: a review by default.',
  access: 'machine-or-flow',
  scope: 'profiles:write',
  showsRecords: false,
  otherProfile: ({ body }) => body.profile_id,
  intent: 'liveness',
  body: {
    json: sessionFields,
    absent: sessionFields,
    example: { profile_id: 'p7f2k9x0m4c8v1b', challenge: 'movement_and_light' },
  },
  responses: [{ status: 201, description: 'The session.', body: LivenessSessionBody, headers: ['Location'] }],
  errors: ['not_found', 'change_limit_reached', 'provider_budget_exhausted', ...providerErrorCodes],
  run: ({ config, services }, { caller, snapshot, body, operation }) =>
    pipe(
      resolveProfileId(caller, body.profile_id, 'body'),
      TE.flatMap((profileId) =>
        services.openLivenessSession({
          caller,
          profileId,
          snapshot,
          challenge: body.challenge ?? usualChallenge,
          operation,
        }),
      ),
      TE.map((view) => ({
        status: 201,
        headers: { Location: `/api/face-liveness/results/${view.sessionId}` },
        profileId: view.profileId,
        body: livenessSessionBody(view, config.liveness.provider),
      })),
    ),
});

export const submitLivenessCapture = endpoint({
  method: 'PUT',
  path: '/api/face-liveness/session/:sessionId/capture',
  id: 'submitLivenessCapture',
  tag: 'Evidence',
  summary: 'Send what the page recorded to the provider of the session',
  description:
    'For the page of the person, where the provider of the face check takes captures through this service. The bytes have the form of the provider, are passed on once for a session, and kept nowhere. An outage uses the session up: open another one.',
  access: 'flow',
  scope: null,
  showsRecords: false,
  intent: 'liveness',
  params: closedObject({ sessionId: LivenessSessionIdCodec }, {}, 'session in the path'),
  body: { bytes: { maxBytes: maxCaptureBytes, bodyOf: (capture) => ({ capture }) }, example: undefined },
  responses: [{ status: 204, description: 'The provider has the capture. Read the result of the session.' }],
  errors: ['capture_not_supported', 'capture_submitted', 'change_limit_reached', ...providerErrorCodes],
  run: ({ services }, { body: { capture }, caller, params: { sessionId }, snapshot }) =>
    pipe(
      services.submitLivenessCapture({ caller, sessionId, capture, snapshot }),
      TE.map(({ profileId }) => ({ status: 204, profileId })),
    ),
});

export const readLivenessResult = endpoint({
  method: 'GET',
  path: '/api/face-liveness/results/:sessionId',
  id: 'readLivenessResult',
  tag: 'Evidence',
  summary: 'The result of a liveness session',
  description:
    'While the session runs, `live` is null. A finished one is read from the provider once, kept, and applied to the profile. A machine token without `profiles:write` gets what is stored, and no provider is asked. A flow token learns pass or fail.',
  access: 'machine-or-flow',
  scope: 'profiles:read',
  showsRecords: true,
  params: closedObject({ sessionId: LivenessSessionIdCodec }, {}, 'session in the path'),
  responses: [
    { status: 200, description: 'The result so far.', body: LivenessResultBody, flowBody: FlowLivenessResultBody },
  ],
  errors: providerErrorCodes,
  run: ({ services }, { caller, params }) =>
    pipe(
      services.readLivenessResult({ caller, sessionId: params.sessionId }),
      TE.map((view) => ({
        status: 200,
        profileId: view.profileId,
        body: caller.kind === 'flow' ? flowLivenessResultBody(view) : livenessResultBody(view),
      })),
    ),
});

export const issueBrowserCredentials = endpoint({
  method: 'GET',
  path: '/api/cloud/credentials',
  id: 'issueBrowserCredentials',
  tag: 'Evidence',
  summary: "Temporary credentials for the browser's liveness stream",
  description:
    'Valid for 15 minutes and for starting one liveness session. Only with consent and an open session, and only a few times an attempt.',
  access: 'machine-or-flow',
  scope: 'profiles:write',
  showsRecords: false,
  otherProfile: ({ query }) => query.profile_id,
  query: closedObject({}, { profile_id: IdCodec }, 'credentials query'),
  responses: [{ status: 200, description: 'The credentials.', body: CredentialsBody }],
  errors: ['not_found', ...providerErrorCodes],
  run: ({ services }, { caller, query }) =>
    pipe(
      TE.Do,
      TE.bindW('profileId', () => resolveProfileId(caller, query.profile_id, 'query')),
      TE.bindW('issued', ({ profileId }) => services.issueBrowserCredentials({ caller, profileId })),
      TE.map(({ issued, profileId }) => ({ status: 200, profileId, body: credentialsBody(issued) })),
    ),
});
