import type { Decision, Profile, ProfileView, Requirement } from '@portcullis/domain';
import { checkNames, outcomes } from '@portcullis/domain/checks';
import type { ConsentEvidence } from '@portcullis/domain/evidence';
import { actorTypes, IdCodec, oneOf, t } from '@portcullis/domain/kernel';
import {
  type Assurance,
  documentProofs,
  erasureCauses,
  type Redaction,
  reviewStates,
} from '@portcullis/domain/profile';
import { ClaimedCodec, RedirectUrl } from '@portcullis/domain/serialization';
import { type RedirectRules, redirectFault } from '../request/redirect-url.ts';
import { FileBody, fileBody } from './file-body.ts';
import {
  ApplicantReason,
  applicantReasons,
  applicantStatusReasons,
  CheckBody,
  Count,
  countedListOf,
  DocumentBody,
  documentBody,
  nullable,
  Ordinal,
  Reasons,
  RequirementState,
  Sha256,
  StatusCodec,
  StepCodec,
  Timestamp,
} from './shared-codecs.ts';

export const PolicyRefBody = t.type({ id: t.string, version: t.string });

const ConsentBody = t.intersection(
  [
    t.type({ text_version: t.string, locale: t.string, granted: t.boolean, recorded_at: Timestamp }),
    t.partial({ scope: oneOf(['face']) }),
  ],
  'Consent',
);

const DecisionBody = t.type(
  {
    outcome: oneOf(outcomes),
    reasons: Reasons,
    policy: PolicyRefBody,
    evidence_digest: Sha256,
    decided_by: t.type({ type: oneOf(['system', 'reviewer']), id: t.string }),
    seq: Ordinal,
    at: Timestamp,
  },
  'Decision',
);

/** The proven facts of the person, and their proof. */
const AssuranceBody = t.type(
  {
    path: nullable(t.string),
    document: oneOf(documentProofs),
    liveness: t.boolean,
    face: t.boolean,
    without_provider: t.readonlyArray(oneOf(checkNames)),
    review: t.type({
      state: oneOf(reviewStates),
      reviewers: t.readonlyArray(t.string),
      overridden: t.readonlyArray(oneOf(checkNames)),
    }),
    earlier_declines: t.type({ reference: Count, document: nullable(Count) }),
  },
  'Assurance',
);

export const ActorBody = t.type({ type: oneOf(actorTypes), id: t.string });

const RedactionBody = t.type(
  { requested_at: Timestamp, by: ActorBody, reason: oneOf(erasureCauses), completed_at: nullable(Timestamp) },
  'Redaction',
);

export const AttemptBody = t.type({ number: Ordinal, max: Ordinal });

/** A profile as the partner sees it. */
export const ProfileBody = t.type(
  {
    id: IdCodec,
    object: t.literal('profile'),
    view: t.literal('partner'),
    reference: t.string,
    partner_id: t.string,
    team_id: nullable(t.string),
    status: StatusCodec,
    status_reasons: Reasons,
    policy: PolicyRefBody,
    attempt: AttemptBody,
    requirements: t.readonlyArray(t.type({ step: StepCodec, state: RequirementState, reasons: Reasons })),
    claimed: ClaimedCodec,
    document: nullable(DocumentBody),
    checks: t.readonlyArray(CheckBody),
    decision: nullable(DecisionBody),
    assurance: AssuranceBody,
    consent: nullable(ConsentBody),
    files: t.readonlyArray(FileBody),
    language: t.string,
    metadata: t.record(t.string, t.string),
    redirect_url: nullable(t.string),
    previous_profile_id: nullable(IdCodec),
    redaction: nullable(RedactionBody),
    version: Ordinal,
    created_at: Timestamp,
    updated_at: Timestamp,
    expires_at: Timestamp,
    decided_at: nullable(Timestamp),
    lapses_at: nullable(Timestamp),
    erases_at: nullable(Timestamp),
  },
  'Profile',
);

/** A profile as the person's browser sees it. It contains no scores, no risk reasons and no data of the partner. */
export const FlowProfileBody = t.intersection(
  [
    t.type({
      id: IdCodec,
      object: t.literal('profile'),
      view: t.literal('person'),
      status: StatusCodec,
      status_reasons: t.readonlyArray(ApplicantReason),
      attempt: AttemptBody,
      requirements: t.readonlyArray(
        t.type({ step: StepCodec, state: RequirementState, reasons: t.readonlyArray(ApplicantReason) }),
      ),
      consent: nullable(ConsentBody),
      language: t.string,
      redirect_url: nullable(t.string),
      expires_at: Timestamp,
    }),
    t.partial({ paths: t.readonlyArray(t.type({ id: t.string, steps: t.readonlyArray(StepCodec), open: t.boolean })) }),
  ],
  'FlowProfile',
);

const consentBody = ({ textVersion, locale, granted, scope, at }: ConsentEvidence) => ({
  text_version: textVersion,
  locale,
  granted,
  recorded_at: at,
  ...(scope && { scope }),
});

const decisionBody = (decision: Decision) => ({
  outcome: decision.outcome,
  reasons: decision.reasons,
  policy: { id: decision.policy.id, version: decision.policy.version },
  evidence_digest: decision.evidenceDigest,
  decided_by: decision.decidedBy,
  seq: decision.seq,
  at: decision.at,
});

const assuranceBody = (assurance: Assurance): t.TypeOf<typeof AssuranceBody> => {
  const { document, earlierDeclines, face, liveness, path, review, withoutProvider } = assurance;
  return {
    path,
    document,
    liveness,
    face,
    without_provider: withoutProvider,
    review: { state: review.state, reviewers: review.reviewers, overridden: review.overridden },
    earlier_declines: { reference: earlierDeclines.reference, document: earlierDeclines.document },
  };
};

/** A store may return the fields in another order, and a repeated response must have the same bytes. */
const actorBody = ({ type, id }: Redaction['by']): t.TypeOf<typeof ActorBody> => ({ type, id });

const redactionBody = ({ redaction }: Profile): t.TypeOf<typeof RedactionBody> | null =>
  redaction
    ? {
        requested_at: redaction.requestedAt,
        by: actorBody(redaction.by),
        reason: redaction.because,
        completed_at: redaction.completedAt,
      }
    : null;

/**
 * The fields of an erased profile that remain visible. Nothing in it changes any more, so that a repeated request gets
 * the same response.
 */
export const ErasedProfileBody = t.type(
  {
    id: IdCodec,
    object: t.literal('profile'),
    status: StatusCodec,
    status_reasons: Reasons,
    redaction: nullable(t.type({ requested_at: Timestamp, by: ActorBody, reason: oneOf(erasureCauses) })),
  },
  'ErasedProfile',
);

export const erasedProfileBody = ({
  id,
  redaction,
  status,
  statusReasons,
}: Profile): t.TypeOf<typeof ErasedProfileBody> => ({
  id,
  object: 'profile',
  status,
  status_reasons: statusReasons,
  redaction: redaction
    ? { requested_at: redaction.requestedAt, by: actorBody(redaction.by), reason: redaction.because }
    : null,
});

/** When a profile is erased now, after an erasure was taken back. */
export const RetainedProfileBody = t.type(
  { id: IdCodec, object: t.literal('profile'), status: StatusCodec, erases_at: nullable(Timestamp) },
  'RetainedProfile',
);

export const retainedProfileBody = ({ erasesAt, id, status }: Profile): t.TypeOf<typeof RetainedProfileBody> => ({
  id,
  object: 'profile',
  status,
  erases_at: erasesAt,
});

export const profileBody = (view: ProfileView): t.TypeOf<typeof ProfileBody> => {
  const { profile } = view;
  return {
    id: profile.id,
    object: 'profile',
    view: 'partner',
    reference: profile.reference,
    partner_id: profile.tenant.partnerId,
    team_id: profile.tenant.teamId,
    status: profile.status,
    status_reasons: profile.statusReasons,
    policy: { id: profile.policy.id, version: profile.policy.version },
    attempt: { number: profile.attempt.number, max: profile.attempt.max },
    requirements: view.requirements,
    claimed: profile.claimed,
    document: view.document && documentBody(view.document),
    checks: view.checks,
    decision: profile.decision && decisionBody(profile.decision),
    assurance: assuranceBody(view.assurance),
    consent: view.consent && consentBody(view.consent),
    files: view.files.map(fileBody),
    language: profile.language,
    metadata: profile.metadata,
    redirect_url: profile.redirectUrl,
    previous_profile_id: profile.previousProfileId,
    redaction: redactionBody(profile),
    version: profile.version,
    created_at: profile.createdAt,
    updated_at: profile.updatedAt,
    expires_at: profile.expiresAt,
    decided_at: profile.decidedAt,
    lapses_at: profile.lapsesAt,
    erases_at: profile.erasesAt,
  };
};

const flowRequirement =
  (profile: Profile) =>
  ({ step, state, reasons }: Requirement) => ({ step, state, reasons: applicantReasons(reasons, profile) });

/**
 * The page to which a person is sent back. A stored URL may be one that is refused today: by its form, in this
 * environment, or because its origin has been taken from the lists of the partner's clients.
 */
const returnUrlOf = ({ redirectUrl, tenant }: Profile, rules: RedirectRules): string | null =>
  RedirectUrl.is(redirectUrl) && redirectFault(rules, { ...tenant, clientId: null }, redirectUrl) === null
    ? redirectUrl
    : null;

export const flowProfileBody = (
  { profile, requirements, consent, paths }: ProfileView,
  redirects: RedirectRules,
): t.TypeOf<typeof FlowProfileBody> => ({
  id: profile.id,
  object: 'profile',
  view: 'person',
  status: profile.status,
  status_reasons: applicantStatusReasons(profile),
  attempt: { number: profile.attempt.number, max: profile.attempt.max },
  requirements: requirements.map(flowRequirement(profile)),
  consent: consent && consentBody(consent),
  language: profile.language,
  redirect_url: returnUrlOf(profile, redirects),
  expires_at: profile.expiresAt,
  ...(paths.length > 0 && { paths: paths.map(({ id, isOpen, steps }) => ({ id, steps, open: isOpen })) }),
});

export const ProfileList = countedListOf(ProfileBody, 'ProfileList');

export const CreatedProfileBody = t.type(
  {
    outcome: oneOf(['created', 'reused', 'superseded']),
    profile: ProfileBody,
    verification_url: nullable(t.string),
    flow_token: nullable(t.string),
    flow_token_expires_at: nullable(Timestamp),
  },
  'CreatedProfile',
);
