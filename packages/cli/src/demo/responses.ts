import { reasonCodes } from '@portcullis/domain/checks';
import { oneOf, statuses, steps, t } from '@portcullis/domain/kernel';

/** What the demo reads of each response; it ignores the other fields. */
const Status = oneOf(statuses);
const Reasons = t.array(oneOf(reasonCodes));
const ReasonMessages = t.array(t.type({ code: t.string, message: t.string }));

export const TokenResponse = t.type({ access_token: t.string, expires_in: t.number, scope: t.string });

export const CreatedResponse = t.type({
  outcome: t.string,
  profile: t.type({ id: t.string, status: Status }),
  verification_url: t.string,
});

export const SettingsResponse = t.type({
  consent: t.type({ current: t.union([t.type({ text_version: t.string, language: t.string }), t.null]) }),
});

export const FlowProfileResponse = t.type({
  status: Status,
  status_reasons: ReasonMessages,
  attempt: t.type({ number: t.number, max: t.number }),
  requirements: t.array(
    t.type({
      step: oneOf(steps),
      state: oneOf(['missing', 'present', 'accepted', 'rejected']),
      reasons: ReasonMessages,
    }),
  ),
});
export type FlowProfile = t.TypeOf<typeof FlowProfileResponse>;

export const AnalysisResponse = t.type({
  document: t.type({ type: t.union([t.string, t.null]) }),
  reasons: ReasonMessages,
  profile_status: Status,
});

export const SessionResponse = t.type({ session_id: t.string, region: t.string, challenge: t.string });

export const CredentialsResponse = t.type({ expiration: t.string, region: t.string });

export const LivenessResultResponse = t.type({
  status: t.string,
  live: t.union([t.boolean, t.null]),
  reasons: ReasonMessages,
  profile_status: Status,
});

const Field = t.type({ value: t.string });

export const ProfileResponse = t.type({
  id: t.string,
  status: Status,
  status_reasons: Reasons,
  version: t.number,
  document: t.union([t.type({ fields: t.record(t.string, Field) }), t.null]),
  checks: t.array(t.intersection([t.type({ name: t.string, status: t.string }), t.partial({ score: t.number })])),
});
export type PartnerProfile = t.TypeOf<typeof ProfileResponse>;

/** An error response in the format of RFC 9457, or of OAuth (RFC 6749 section 5.2). */
export const ErrorResponse = t.partial({
  code: t.string,
  title: t.string,
  detail: t.string,
  errors: t.array(t.type({ pointer: t.string, message: t.string })),
  error: t.string,
  error_description: t.string,
});
