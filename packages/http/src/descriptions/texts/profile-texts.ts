import type { FieldTexts } from './common.ts';

const actor = (of: string): FieldTexts => ({
  [of]: 'Who did it.',
  [`${of}.type`]:
    'The kind of actor: the service itself, a server of the partner, the person, a reviewer or the operator.',
  [`${of}.id`]: "The id of the client, the person's token, the reviewer or the operator; `portcullis` for the service.",
});

const redaction = (of: string): FieldTexts => ({
  [of]: 'The erasure of the profile; null while nobody has erased it.',
  [`${of}.requested_at`]: 'When the erasure was requested. From then on nothing personal is answered.',
  ...actor(`${of}.by`),
  [`${of}.reason`]: '`requested` by the partner, or `retention` by the policy.',
});

const attempt = {
  attempt: 'The attempt that is under way or was the last.',
  'attempt.number': 'Its number, from 1.',
  'attempt.max': 'How many attempts the policy allows.',
};

const requirements = {
  requirements: 'The steps that the policy, or a reviewer, asks for, in the order in which they are supplied.',
  'requirements.step': 'What is to be supplied.',
  'requirements.state':
    '`missing`: not supplied yet. `present`: supplied and not judged yet. `accepted`: supplied and good. `rejected`: to be supplied again.',
  'requirements.reasons': 'Why it was rejected; empty in every other state.',
};

const consent = {
  consent: 'The newest consent or refusal of the person; null before the first.',
};

const shared = {
  id: 'The id of the profile.',
  status: 'Where the verification stands.',
  status_reasons: 'Why it has this status, the gravest reason first; empty where there is no reason.',
  language: "The language of the person's messages, a BCP 47 tag.",
  redirect_url: 'Where your page sends the person afterwards. The service itself redirects nobody. Null without one.',
  expires_at: 'When the profile expires if it is still open then.',
};

export const profileTexts: { readonly [schema: string]: FieldTexts } = {
  Profile: {
    ...shared,
    ...attempt,
    ...requirements,
    ...consent,
    ...redaction('redaction'),
    view: 'Always `partner`: the view of a machine token.',
    reference: "The partner's own name for the person, as it was given at create.",
    policy: 'The policy under which it is judged, fixed at create.',
    'policy.id': 'The id of the policy.',
    'policy.version': 'Its version.',
    claimed: 'What the partner says about the person. It is compared with the evidence and never believed without.',
    document: 'What was read from the document of the current attempt; null before that.',
    checks: 'The results of the checks, in a fixed order; empty before the first decision.',
    decision: 'The newest decision; null before the first.',
    assurance: 'What was really proven, by what, for risk rules of another system.',
    files: 'The stored images, also those of earlier attempts.',
    metadata: "The partner's own pairs: at most 20, keys of 1 to 40 characters, values of at most 500.",
    previous_profile_id: 'The profile of the same reference that this one has replaced; null for the first.',
    'redaction.completed_at': 'When nothing was left of the person anywhere; null until then.',
    version: 'Goes up by one with each entry of its ledger. It is also in `ETag`.',
    updated_at: 'When it last changed.',
    decided_at: 'When the newest decision was made; null before the first.',
    lapses_at: 'When the approval lapses; null while it is not approved.',
    erases_at: 'When retention erases it, unless somebody takes that back; null for never.',
  },
  FlowProfile: {
    ...shared,
    ...attempt,
    ...requirements,
    ...consent,
    view: 'Always `person`: the view of a flow token.',
    paths: 'The paths that the person may choose now. Absent where there is no choice.',
    'paths.id': 'The id of the path, as `PATCH` takes it.',
    'paths.steps': 'The steps that it requires.',
    'paths.open': 'Whether the person is in it: the requirements are those of this path.',
    status_reasons: 'The reasons that the person may see, one for each cause, each with its sentence.',
  },
  Consent: {
    text_version: 'The version of the text that the person saw.',
    locale: 'The language in which the person saw it, a BCP 47 tag.',
    granted: 'Whether the person agreed.',
    scope: 'Of a refusal: `face` where it is of the face check alone. Absent where it is of everything.',
    recorded_at: 'When it was recorded.',
  },
  Decision: {
    outcome: 'What follows from the checks or was judged by the reviewer.',
    policy: 'The policy by which it was decided.',
    'policy.id': 'The id of the policy.',
    'policy.version': 'Its version.',
    evidence_digest: 'SHA-256 over the evidence that was judged, as 64 hexadecimal digits.',
    decided_by: 'Who decided.',
    'decided_by.type': '`system` for the checks, `reviewer` for a person.',
    'decided_by.id': "`portcullis`, or the partner's own id of the reviewer.",
    seq: 'The ledger entry of the decision.',
    at: 'When it was decided.',
  },
  Assurance: {
    path: 'The path of the policy that was decided on, `document` where the policy has no paths; null before a decision.',
    document:
      "What the document's data rest on: `zone` (a machine-readable zone whose check digits hold), `barcode`, `print` (only what a reader saw in print) or `none`.",
    liveness: 'Whether the liveness check passed. An approval over it leaves it false.',
    face: 'Whether the face was found to be the one of the document.',
    review: 'What reviewers did.',
    'review.state': '`awaiting_second` where the policy asks for two reviewers and one has approved.',
    'review.reviewers': "The partner's own ids of the reviewers who approved or declined.",
    'review.overridden': 'The checks that had not passed when they approved.',
    without_provider: 'The checks that nobody could make, because the operator has no provider for them.',
    earlier_declines: 'How often somebody was declined before.',
    'earlier_declines.reference': 'Declines of this reference, in this profile or in earlier ones.',
    'earlier_declines.document':
      'Other profiles of the partner that showed this document and were declined; null if that was not looked up.',
  },
  StoredFile: {
    id: 'The id of the file.',
    kind: 'What it shows.',
    content_type: 'The media type of the stored bytes.',
    size: 'The size of the stored bytes.',
    sha256: 'SHA-256 of the stored bytes, as 64 hexadecimal digits; null where it was not kept.',
    original_sha256: 'SHA-256 of the bytes as they were received, as 64 hexadecimal digits.',
    attempt: 'The attempt in which it was supplied, from 1.',
    superseded: 'Whether a newer file of the same kind counts instead.',
  },
  ErasedProfile: { ...shared, ...redaction('redaction') },
  RetainedProfile: {
    ...shared,
    erases_at: 'When the profile is erased now; null for never.',
  },
  ProfileList: {
    data: 'The profiles of this page, in the order of the list.',
    damaged:
      'How many profiles of this page were left out because their rows do not open: they were changed in the database, or are sealed under a key that the service does not have. Absent as a rule.',
  },
  ProfileSummary: {
    ...shared,
    reference: "The partner's own name for the person, as it was given at create.",
    version: 'Goes up by one with each entry of its ledger.',
    updated_at: 'When it last changed.',
    decided_at: 'When the newest decision was made; null before the first.',
    lapses_at: 'When the approval lapses; null while it is not approved.',
  },
  ProfileSummaryList: {
    data: 'The summaries of this page, in the order of the list.',
    damaged:
      'How many profiles of this page were left out because their rows do not open: they were changed in the database, or are sealed under a key that the service does not have. Absent as a rule.',
  },
  CreatedProfile: {
    outcome:
      '`created`: the reference had none. `reused`: it has one that is open, under way or approved. `superseded`: a new one has replaced an earlier one.',
    profile: 'The profile of the reference.',
    verification_url:
      'The link for the person, with the flow token in its fragment. Null where the profile takes no more input.',
    flow_token: 'The flow token of the link by itself; null without a link.',
    flow_token_expires_at: 'When the flow token expires; null without a link.',
  },
  FlowLink: {
    verification_url: 'The new link for the person, with the flow token in its fragment.',
    flow_token: 'The flow token of the link by itself.',
    flow_token_expires_at: 'When the flow token expires.',
  },
  Handoff: {
    code: 'The code. What it says is for the service alone.',
    expires_at: 'When it can be redeemed no longer.',
  },
  RedeemedHandoff: {
    profile_id: 'The profile of the person.',
    status: 'The status of the profile.',
    flow_token: 'A flow token of the same link.',
    flow_token_expires_at: 'When the flow token expires: with that of the other device.',
    partner: 'The partner for whom the person is verified.',
    'partner.name': 'Its name, to ask the person about; null where none is configured.',
  },
};
