import { IdCodec, livenessChallenges, oneOf, t } from '@portcullis/domain/kernel';
import type { IssuedCredentials, LivenessResultView, LivenessSessionView } from '@portcullis/domain/use-cases';
import {
  ApplicantReason,
  applicantReasons,
  nullable,
  Reasons,
  Score,
  StatusCodec,
  Timestamp,
} from './shared-codecs.ts';

export const LivenessSessionBody = t.intersection(
  [
    t.type({
      session_id: t.string,
      object: t.literal('liveness_session'),
      profile_id: IdCodec,
      provider: t.string,
      expires_at: Timestamp,
      server_time: Timestamp,
    }),
    t.partial({
      region: t.string,
      challenge: oneOf(livenessChallenges),
      client_parameters: t.record(t.string, t.string),
    }),
  ],
  'LivenessSession',
);

/** The challenge is the provider's to name: a body is not checked against the API's own list again. */
type SessionBody = Omit<t.TypeOf<typeof LivenessSessionBody>, 'challenge'> & { readonly challenge?: string };

/** A parameter with a name of its own on the wire stands there; without others there is no `client_parameters`. */
export const livenessSessionBody = (view: LivenessSessionView, provider: string): SessionBody => {
  const { challenge, region, ...others } = view.clientParameters;
  return {
    session_id: view.sessionId,
    object: 'liveness_session',
    profile_id: view.profileId,
    provider,
    ...(region !== undefined && { region }),
    ...(challenge !== undefined && { challenge }),
    ...(Object.keys(others).length > 0 && { client_parameters: others }),
    expires_at: view.expiresAt,
    server_time: view.serverTime,
  };
};

const SessionStatus = oneOf(['created', 'in_progress', 'succeeded', 'failed', 'expired']);

export const LivenessResultBody = t.type(
  {
    session_id: t.string,
    view: t.literal('partner'),
    status: SessionStatus,
    live: nullable(t.boolean),
    confidence: nullable(Score),
    threshold: Score,
    reference_image_file_id: nullable(IdCodec),
    profile_status: StatusCodec,
    reasons: Reasons,
  },
  'LivenessResult',
);

export const livenessResultBody = (view: LivenessResultView): t.TypeOf<typeof LivenessResultBody> => ({
  session_id: view.sessionId,
  view: 'partner',
  status: view.status,
  live: view.live,
  confidence: view.confidence,
  threshold: view.threshold,
  reference_image_file_id: view.referenceImageFileId,
  profile_status: view.profileStatus,
  reasons: view.reasons,
});

export const FlowLivenessResultBody = t.type(
  {
    session_id: t.string,
    view: t.literal('person'),
    status: SessionStatus,
    live: nullable(t.boolean),
    profile_status: StatusCodec,
    reasons: t.readonlyArray(ApplicantReason),
  },
  'FlowLivenessResult',
);

/** Contains pass or fail and the applicant messages. A score would help an attacker to improve. */
export const flowLivenessResultBody = (view: LivenessResultView): t.TypeOf<typeof FlowLivenessResultBody> => ({
  session_id: view.sessionId,
  view: 'person',
  status: view.status,
  live: view.live,
  profile_status: view.profileStatus,
  reasons: applicantReasons(view.reasons, { language: view.language, status: view.profileStatus }),
});

export const CredentialsBody = t.type(
  {
    access_key_id: t.string,
    secret_access_key: t.string,
    session_token: t.string,
    expiration: Timestamp,
    region: t.string,
    server_time: Timestamp,
  },
  'BrowserCredentials',
);

/** The names of the parameters are the provider's; `CredentialsBody` describes those of AWS. */
export const credentialsBody = ({ clientParameters, serverTime }: IssuedCredentials) => ({
  ...clientParameters,
  server_time: serverTime,
});
