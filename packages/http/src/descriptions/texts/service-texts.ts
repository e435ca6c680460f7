import type { Scope } from '@portcullis/domain/kernel';
import type { FieldTexts } from './common.ts';

const configured = (path: string, what: string): FieldTexts => ({
  [path]: what,
  [`${path}.status`]: 'Whether it is configured.',
  [`${path}.name`]: 'The name of the provider; null without one.',
});

const uploads = (path: string, what: string): FieldTexts => ({
  [path]: `The limits of ${what}.`,
  [`${path}.content_types`]: 'The accepted media types. The bytes decide, not the header.',
  [`${path}.max_bytes`]: 'The largest size of one file, in bytes.',
  [`${path}.max_pixels`]: 'The most pixels of one image.',
});

const settings: FieldTexts = {
  steps: 'The steps of the policy.',
  'steps.required': 'What must be supplied.',
  'steps.optional': 'What may be supplied.',
  documents: 'The documents that the policy accepts.',
  'documents.types': 'The accepted types.',
  'documents.allowed_countries': 'The accepted issuers (ICAO 9303-3, three letters); null for all.',
  'documents.denied_countries': 'The issuers that are not accepted (ICAO 9303-3, three letters).',
  'documents.expiry_grace_days': 'For how many days an expired document is accepted.',
  'documents.min_photo_side': 'The shorter side that a photo of a document must have, in pixels; null for any.',
  minimum_age: 'The age that a person must have, in years.',
  uploads: 'The limits of uploads.',
  ...uploads('uploads.image', 'an image'),
  'uploads.frames': 'How many pictures of one side make a reading better. Absent from services before this field.',
  'uploads.frames.per_side':
    'The pictures of one side that the reader makes use of: 1, or 3 where two frames may come with a picture.',
  'uploads.frames.max_bytes': 'The largest size of all frames of a request together, in bytes.',
  'uploads.max_request_bytes': 'The largest size of a request with files, in bytes.',
  consent: 'The texts to which people consent.',
  'consent.text_versions': 'Their versions, the newest last.',
  'consent.current': 'The newest text in the language that was asked for, or the closest one; null without a text.',
  'consent.current.text_version': 'Its version: send it back in `consent`.',
  'consent.current.language': 'Its language, a BCP 47 tag: send it back as `locale`.',
  'consent.current.text': 'The text itself.',
  languages: 'The languages in which the person gets messages, BCP 47 tags.',
  fingerprint: 'The device check.',
  'fingerprint.region': 'The region of the provider that the agent in the browser talks to.',
  'fingerprint.agent': "What a page loads the provider's agent with; null where none is configured.",
  'fingerprint.agent.endpoint': 'The address from which it is loaded, and to which it talks.',
  'fingerprint.agent.public_key': 'The public key of the account.',
  limits: 'The limits of the policy.',
  'limits.max_attempts': 'How many attempts a person has.',
  'limits.max_credentials_per_attempt': 'How often browser credentials are issued in one attempt.',
  'limits.expires_after_seconds': 'How long an open profile lives, in seconds.',
  'limits.approval_days': 'How long an approval is valid, in days.',
  sandbox: 'What can be simulated; null outside of the sandbox.',
  'sandbox.scenarios': 'The scenarios that a create can choose.',
  'sandbox.scenarios.name': 'The name that `sandbox.scenario` takes.',
  'sandbox.scenarios.description': 'What happens in it.',
  'sandbox.scenarios.document': 'The sample document that goes with it.',
  app: "Values that the operator has put into the settings for your application. Their form is the operator's.",
  policy: 'The policy that a create without `policy` gets.',
  'policy.id': 'The id of the policy.',
  'policy.version': 'Its version.',
  liveness: 'The liveness check.',
  'liveness.region': 'The region of the provider.',
  'liveness.challenges': 'The challenges that can be asked for.',
  face_check: 'Whether people are asked for their face; `false` also where no provider of liveness is configured.',
  providers:
    'The providers that the operator has chosen, by name; `none` is one that is not there. Null where it is not said.',
  'providers.liveness': 'Runs the liveness sessions.',
  'providers.faces': 'Compares the face with the document.',
  'providers.document_reader': 'Reads documents.',
  'providers.devices': 'Inspects devices.',
  'liveness.bands': 'The bands of the confidence, the best first.',
  'liveness.bands.name': 'The name of the band.',
  'liveness.bands.at_least': 'The confidence from which it begins, 0 to 100.',
  face_match: 'The comparison of faces.',
  'face_match.bands': 'The bands of the similarity, the best first.',
  'face_match.bands.name': 'The name of the band.',
  'face_match.bands.at_least': 'The similarity from which it begins, 0 to 100.',
};

/** How the partner of a person shows itself. */
const partner: FieldTexts = {
  partner: 'The partner for whom the person is verified, as it shows itself.',
  'partner.name': 'Its name; null where none is configured, as for everything else here.',
  'partner.logo': 'Its logo, a `data:` URL of a PNG, JPEG or WebP picture of at most 32 KiB.',
  'partner.accent_color': 'Its colour, `#rrggbb`.',
  'partner.privacy_url': 'Its privacy notice, an https URL.',
  'partner.terms_url': 'Its terms, an https URL.',
  'partner.support_url': 'Where it helps people, an https URL.',
  'partner.home_url': 'Its home page, an https URL.',
};

const omitPaths = (texts: FieldTexts, ...paths: readonly string[]): FieldTexts =>
  Object.fromEntries(Object.entries(texts).filter(([path]) => !paths.includes(path)));

export const serviceTexts: { readonly [schema: string]: FieldTexts } = {
  Health: {
    status: '`degraded`: something is not configured. `down`: the record database does not answer.',
    service: 'Always `portcullis`.',
    version: 'The version of the service.',
    started_at: 'When this instance was started.',
    checks: 'What the service needs.',
    'checks.database': 'The record database.',
    'checks.database.status': 'Whether it answers.',
    'checks.database.latency_ms': 'How long its answer took, in whole milliseconds; null without an answer.',
    ...configured('checks.liveness', 'The provider of liveness checks.'),
    ...configured('checks.document_ai', 'The reader of documents.'),
    ...configured('checks.fingerprint', 'The device check.'),
    ...configured('checks.cloud_credentials', 'The issuer of browser credentials.'),
  },
  Settings: { ...settings, view: 'Always `partner`: the view of a machine token.' },
  FlowSettings: {
    ...omitPaths(
      settings,
      'policy.version',
      'liveness.bands.at_least',
      'face_match.bands.at_least',
      ...Object.keys(settings).filter((path) => path.startsWith('providers')),
    ),
    ...partner,
    view: 'Always `person`: the view of a flow token.',
  },
  Problem: {
    type: 'The page of this kind of problem, relative to the address of the service. Write programs against `code`.',
    title: 'The kind of problem in a sentence; always the same for one `code`.',
    status: 'The status of the answer.',
    code: 'The kind of problem, for programs.',
    request_id: 'The `Request-Id` of the answer, by which the operator finds the request.',
    retryable: 'Whether the same request may succeed when it is sent again; `Retry-After` says when.',
    detail: 'What happened here, in a sentence for developers.',
    errors: 'What is wrong with the request, at most 20 faults.',
    'errors.pointer': 'A JSON pointer (RFC 6901) into the body, or the name of a parameter or header.',
    'errors.message': 'What was expected there. The received value is never repeated.',
    allowed: 'The status events that this caller may post in the status that the profile has.',
    missing: 'What has to be supplied first.',
    first_cursor: 'The first cursor that the feed of events still has: hand it to `GET /api/events` as `after`.',
  },
  Token: {
    access_token: 'The machine token, a JWT. Do not look into it.',
    token_type: 'How it is sent: `Authorization: Bearer …`.',
    expires_in: 'For how long it is valid, in seconds.',
    scope: 'The scopes that it has, separated by blanks.',
  },
  TokenError: {
    error: 'The kind of error (RFC 6749 section 5.2), for programs.',
    error_description: 'What is wrong, in a sentence for developers.',
  },
  AuthorizationServer: {
    issuer: 'The address of this service.',
    token_endpoint: 'Where clients get tokens.',
    revocation_endpoint: 'Where clients revoke them (RFC 7009).',
    grant_types_supported: 'The grants: client credentials alone.',
    response_types_supported: 'Empty: there is no authorization endpoint.',
    scopes_supported: 'Every scope.',
    token_endpoint_auth_methods_supported: 'How a client can authenticate itself.',
    token_endpoint_auth_signing_alg_values_supported: 'The algorithms of client assertions.',
    revocation_endpoint_auth_methods_supported: 'How a client can authenticate itself.',
    revocation_endpoint_auth_signing_alg_values_supported: 'The algorithms of client assertions.',
    service_documentation: 'The page for developers.',
  },
};

/** The text of each scope. */
export const scopeTexts: Readonly<Record<Scope, string>> = {
  'health:read': 'Read the health of the service.',
  'profiles:read': 'Read profiles, their files, decisions and histories, and the settings.',
  'profiles:write': 'Create and change profiles, and make links.',
  'status-history:write': 'Cancel, reopen and renew profiles.',
  'reviews:write': 'Judge profiles as a reviewer. A client has it only if it is named.',
  'verification-history:write': "Append a partner's own events.",
  'profiles:erase': 'Erase profiles. A client has it only if it is named.',
  'events:read': 'Read the feed of events.',
  'webhooks:manage': 'Manage webhook endpoints, read their log and send events once more.',
  'ledger:read': 'Read the heads of the log of all ledger entries. A client has it only if it is named.',
  'access-log:read': 'Read who has looked at what. A client has it only if it is named.',
};

/** The text of each tag. */
export const tagTexts: { readonly [tag: string]: string } = {
  Service: 'Tokens, health, settings and this description.',
  Profiles: 'One verification of one person, from its link to its erasure.',
  Evidence: 'Documents and liveness sessions.',
  Flow: 'What the page of the person needs besides: another device, and how far people come.',
  Histories: 'Reviews and events, with their ledger, and the access log.',
  Events: 'The feed of what happened to profiles and endpoints.',
  Webhooks: 'Endpoints to which events are sent, and what became of it.',
  Ledger: 'The log of all ledger entries, for auditors.',
};
