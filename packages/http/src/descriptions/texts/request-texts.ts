import type { FramePart, UploadKind } from '@portcullis/domain/evidence';
import type { FieldTexts } from './common.ts';

const claimed = (path: string): FieldTexts => ({
  [`${path}full_name`]: 'The whole name in one text, where first and last name are not known apart.',
  [`${path}first_name`]: 'The first names.',
  [`${path}last_name`]: 'The last name.',
  [`${path}date_of_birth`]: 'The date of birth, `YYYY-MM-DD`.',
  [`${path}document_type`]: 'The type of the document.',
  [`${path}document_number`]: 'The number of the document.',
  [`${path}country`]: 'The issuing country, two or three capital letters (ISO 3166-1 or ICAO 9303-3).',
  [`${path}email`]: 'The e-mail address.',
  [`${path}phone`]: 'The telephone number, 3 to 32 digits and signs.',
  [`${path}address`]: 'The postal address, of several lines if need be.',
  [`${path}gender`]: 'The gender, in words of your own.',
});

const language = "The language of the person's messages, a BCP 47 tag.";

const create: FieldTexts = {
  reference: 'Your own name for the person. A reference has one current profile.',
  policy: 'The policy to judge by; `standard` without it.',
  claimed: 'What you say about the person. It is compared with the evidence and never believed without.',
  language: `${language} \`en\` without it.`,
  metadata:
    'Pairs of your own: at most 20, keys of 1 to 40 letters, digits, dot, dash and underscore, values of at most 500 characters.',
  redirect_url:
    "Where your page sends the person afterwards: an https URL whose origin is one of the client's `redirect_origins`.",
  force_new: 'Makes a new profile even where the reference has an approved one, or one that takes no more changes.',
  keep_link:
    'Keeps the links alive that an open profile has: the answer has one more for the same person. Without it, each create makes a new link, and every older one of the profile ends.',
};

export const requestTexts: { readonly [schema: string]: FieldTexts } = {
  Claimed: claimed(''),
  ConsentInput: {
    text_version: 'The version of the text that the person saw: `consent.current.text_version` of the settings.',
    locale: 'The language in which the person saw it, a BCP 47 tag: `consent.current.language` of the settings.',
    granted: 'Whether the person agrees. False refuses or withdraws.',
    scope:
      'Of a refusal or withdrawal: `face` where it is of the face check alone, so that a reviewer may still decide over the document. Without it everything is refused.',
  },
  DeviceInput: { event_id: 'The id of the event that the agent in the browser reported.' },
  CreateProfile: {
    ...create,
    sandbox: 'What is simulated, in the sandbox only.',
    'sandbox.scenario': 'The name of a scenario out of the settings.',
  },
  UpdateProfile: {
    consent: 'The consent of the person, or its refusal or withdrawal.',
    device: 'The event of the device check.',
    path: 'The path of the policy to go on with, out of `paths` of the profile. It comes alone.',
    language,
    claimed: 'What you say about the person; with a machine token only. A field that is not given stays as it is.',
    metadata: 'Pairs to be set, with a machine token only; null deletes a key. Pairs that are not named stay.',
  },
  EmptyBody: {},
  LivenessSessionRequest: {
    profile_id: 'The profile; required with a machine token. A flow token has its own.',
    challenge:
      'What the person is to do; `movement_and_light` without it. `movement` shows no flashing colours, and costs what the policy says.',
  },
  StoredImages: {
    front_file_id: 'The stored image of the front, or of the data page.',
    back_file_id: 'The stored image of the back.',
    profile_id: 'The profile; required with a machine token. A flow token has its own.',
    document_type_hint: 'The type that the person has chosen. It helps to read, and is not believed.',
    country_hint:
      'The issuer that the person has chosen, two or three capital letters. It helps to read, and is not believed.',
  },
  UploadedImages: {
    profile_id: 'The profile; required with a machine token. A flow token has its own.',
    document_type_hint: 'The type that the person has chosen. It helps to read, and is not believed.',
    country_hint:
      'The issuer that the person has chosen, two or three capital letters. It helps to read, and is not believed.',
  },
  FlowStep: {
    step: 'The screen.',
    outcome:
      '`shown`: the person sees it. `done`: they went on. `failed`: it could not be done. `left`: they went away.',
    duration_ms: 'How long it was shown, in milliseconds.',
    error: 'Why it could not be done.',
  },
  RedeemHandoff: { code: 'The code, as it was answered to the other device.' },
  StatusEvent: {
    event: 'What happened. Which events a profile takes depends on its status.',
    reason:
      'Why; required for `review_approved` and `review_declined`. A reason of this description is counted among the reasons of the decision; any other word of this form is kept beside it.',
    note: 'A note of the reviewer; required for `review_approved` and `review_declined`. It is erased with the profile.',
    steps: 'The steps that the person is asked for, with `input_requested`.',
    reviewer: 'Who judged; required for a review.',
    'reviewer.id':
      'Your own opaque id of the member of staff, with at least one digit. It stays in the ledger for ever, so it must be no name and no address.',
    'reviewer.name': 'The name of the member of staff. It is erased with the profile.',
    expected_version: 'The version that the profile must have, as `If-Match` says it.',
  },
  PartnerEvent: {
    type: 'What happened: a dotted name that begins with `partner.`.',
    occurred_at: 'When it happened.',
    outcome: 'How it ended.',
    data: 'Details of your own.',
  },
  TokenRequest: {
    grant_type: 'Always `client_credentials`. JSON may leave it out.',
    scope: 'The scopes that the token is to have, separated by single blanks; every scope of the client without it.',
  },
  RevocationRequest: {
    token: 'The token to be revoked.',
    token_type_hint: 'Not needed: there is one type of token.',
  },
};

const profileInPath: FieldTexts = { id: 'The id of the profile.' };

const profileFilters: FieldTexts = {
  status: 'Only profiles with one of these statuses, separated by commas.',
  reference: 'Only profiles of this reference.',
  created_after: 'Only profiles that were created at this time or later.',
  created_before: 'Only profiles that were created before this time.',
  updated_after:
    'Only profiles that were changed at this time or later. The list is in the order of `sort=updated_at` then.',
  metadata: 'Only profiles whose metadata has these pairs: `metadata[plan]=gold`.',
  sort: 'The order of the list: by `created_at`, the newest first, or by `updated_at`, what was changed longest ago first. `created_at` without it.',
  limit: 'The most profiles of a page; 20 without it.',
  cursor: 'The `next_cursor` of the page before, of a list in the same order.',
};

/** The texts of the parameters of an operation, by its id and by their names. */
export const requestParameterTexts: { readonly [operation: string]: FieldTexts } = {
  getProfile: profileInPath,
  updateProfile: profileInPath,
  eraseProfile: profileInPath,
  takeBackErasure: profileInPath,
  renewFlowToken: profileInPath,
  explainDecision: { ...profileInPath, seq: 'The ledger entry of the decision; the newest decision without it.' },
  readFile: { ...profileInPath, fileId: 'The id of the file, from `files` of the profile.' },
  postStatusEvent: profileInPath,
  readStatusHistory: {
    ...profileInPath,
    after_seq: 'The `seq` behind which the page begins; 0 without it.',
    limit: 'The most entries of a page; 100 without it.',
  },
  appendVerificationEvent: profileInPath,
  readVerificationHistory: {
    ...profileInPath,
    after_seq: 'The `seq` behind which the page begins; 0 without it.',
    limit: 'The most entries of a page; 100 without it.',
  },
  listProfiles: { ...profileFilters, view: 'How much of each profile is answered.' },
  listProfileSummaries: { ...profileFilters, view: 'Asks for this form of the list.' },
  readLivenessResult: { sessionId: 'The id of the session.' },
  submitLivenessCapture: { sessionId: 'The id of the session.' },
  issueBrowserCredentials: { profile_id: 'The profile; required with a machine token. A flow token has its own.' },
  readEvents: {
    after: 'The `next_after` of the page before. Without it the feed is read from the oldest event that is kept.',
    limit: 'The most events of a page; 100 without it.',
    types: 'Only events of these types, separated by commas.',
    wait: 'How many seconds to wait where there is no event; the answer comes with the first one. 0 without it.',
  },
  readAccessLog: {
    after: 'The id of the line behind which the page begins.',
    from: 'Only lines from this time on.',
    limit: 'The most lines of a page; 100 without it.',
  },
  readSettings: { language: 'The language of the consent text, a BCP 47 tag.' },
  readProblem: { code: 'The code of the problem.' },
};

const photo = 'JPEG, PNG or WebP, at most 10 MiB and 25 megapixels by default.';

const frame =
  'a further picture of the same moment, which is read where that helps, and not stored. All frames of a request together have at most the bytes of one image.';

/** The texts of the files of a form. */
export const uploadTexts: Readonly<Record<UploadKind | FramePart, string>> = {
  document_front: `The photo of the front of the document, or of the data page. ${photo}`,
  document_back: `The photo of the back of the document. ${photo}`,
  document_front_frame_1: `A frame of the front: ${frame}`,
  document_front_frame_2: `Another frame of the front: ${frame}`,
  document_back_frame_1: `A frame of the back: ${frame}`,
  document_back_frame_2: `Another frame of the back: ${frame}`,
};
