/** A part of a chapter: a paragraph, steps, or a program as it is typed. Backticks and links may stand in text. */
export type Block = string | { readonly steps: readonly string[] } | { readonly code: string };

export const verificationChapter: readonly Block[] = [
  'Three take part: your server, the browser of the person, and this service. Your server has a client with a secret and gets machine tokens; the browser has a link with a flow token, which is good for one profile and sees little of it.',
  {
    steps: [
      'Your server gets a token with the id and the secret of its client. It is a token of OAuth 2.0 (client credentials), so that any OAuth library can do this; [/.well-known/oauth-authorization-server](../.well-known/oauth-authorization-server) tells it where to ask.',
      'It creates a profile for a `reference`, your own name for the person. While a verification of that reference is under way or approved, the same profile is answered.',
      'The answer has `verification_url`. Bring it to the person: it leads to your page, with the flow token in the fragment, which no server and no log sees.',
      'That page takes the consent, the photos and the liveness check: see [the camera part](#camera).',
      'Your server learns of the outcome by [an event](#events), and reads the profile.',
    ],
  },
  {
    code: `TOKEN=$(curl -s "$URL/api/auth/token" -d grant_type=client_credentials \\
  -d client_id="$CLIENT_ID" -d client_secret="$CLIENT_SECRET" | jq -r .access_token)

curl -s "$URL/api/profiles/create" -H "Authorization: Bearer $TOKEN" \\
  -H 'Content-Type: application/json' -H "Idempotency-Key: $(uuidgen)" \\
  -d '{"reference":"customer-1","claimed":{"last_name":"Eriksson"}}'

curl -s "$URL/api/profiles/$PROFILE_ID" -H "Authorization: Bearer $TOKEN"`,
  },
  'Send an `Idempotency-Key` with every `POST` and `PATCH`. If no answer comes, send the same request again under the same key: it is carried out once, and answered with the same bytes.',
];

export const eventsChapter: readonly Block[] = [
  '`GET /api/events` is the feed of what has happened to your profiles: each event once, in one order that never changes. An event says which profile has changed and how, and nothing of the person; read the profile for that.',
  {
    steps: [
      'Read without `after`: the oldest events that are kept, and `next_after`.',
      'Do what has to be done for them, and store `next_after` together with it.',
      'Read again with `after`. While `has_more` is true the next page is there; otherwise add `wait=25`, and the request is held until something happens.',
    ],
  },
  { code: 'curl -s "$URL/api/events?after=$NEXT_AFTER&wait=25" -H "Authorization: Bearer $TOKEN"' },
  'Whoever keeps the cursor misses nothing, for up to 30 days. An older cursor is answered with [`events_gone`](../problems/events_gone) and the first one that is left. Leave out an event whose `version` is lower than the one you know of its profile, and types that you do not know.',
];

export const webhooksChapter: readonly Block[] = [
  'A webhook brings an event of the feed to an address of yours, so that your server need not ask. Register the address at `/api/webhook-endpoints`, with a client that has the scope `webhooks:manage`. The answer has the secret, which is told once; a ping is sent that your server must answer.',
  {
    steps: [
      'Take the body as bytes, before anything parses it.',
      'Refuse a `webhook-timestamp` that differs from your clock by more than five minutes.',
      'Compute the HMAC-SHA-256 of `webhook-id`, `webhook-timestamp` and the body, joined by dots. The key is what follows `whsec_` in the secret, in base64. Compare it in constant time with each signature of `webhook-signature` that begins with `v1,`; one that is right is enough. This is Standard Webhooks, for which most languages have a library.',
      'Answer with a status from 200 to 299 within 15 seconds, and do slow work later. Anything else is tried again, for days.',
      'Leave out what you know: a delivery may come late, and twice. Only a higher `version` is news.',
    ],
  },
  'The feed is the truth. Whoever has lost a webhook finds its event there.',
];

export const liveChapter: readonly Block[] = [
  {
    steps: [
      'Ask the operator for a client of your own, with the scopes that you use and no more: `profiles:read`, `profiles:write` and `events:read` are enough for a verification, and reviews need `reviews:write`.',
      'Keep the secret on your server, or use a key instead of it (`private_key_jwt`). No browser and no app has a machine token.',
      'Have the operator list the origin of your page in `ALLOWED_ORIGINS`, and where people are sent back to in `redirect_origins`.',
      'Leave out `sandbox`: outside of a sandbox it is an unknown field, and refused.',
      'Store the cursor of the feed in your database, in the transaction that does the work.',
      'Handle `requires_input` and `in_review`: they are part of everyday life and no faults.',
      'Follow `Retry-After` and `RateLimit`, and repeat only what is `retryable`.',
      'Send `Portcullis-Version`, so that an incompatible change cannot surprise you, and watch for `Deprecation` and `Sunset` in answers.',
      'Erase what you no longer need with `DELETE /api/profiles/{id}`, and agree with the operator how long the rest is kept.',
    ],
  },
];

export const cameraChapter: readonly Block[] = [
  'The link opens your page at `/verify/{profile_id}#token={flow_token}`. The page needs https, as cameras do, and calls this service with the flow token. Take it out of the address, and keep it in memory alone.',
  {
    steps: [
      '`GET /api/settings` has what the policy asks for: the steps, the documents, the limits of photos, the text of the consent. `GET /api/profiles/{id}` has `requirements`: what is missing, and what was rejected and why, in the language of the person.',
      'Show the text of the consent and record the answer: `PATCH /api/profiles/{id}` with `consent`. Nothing is uploaded before it.',
      'Take a photo of the document with the rear camera: `<input type="file" accept="image/*" capture="environment">` is enough, and gives sharper photos than a frame of a video. Send it to `POST /api/ai/document-analysis` as `document_front`, and `document_back` where there is one. The answer has sentences for the person when a photo has to be taken again.',
      'Open a liveness session with `POST /api/face-liveness/session`, get credentials for it from `GET /api/cloud/credentials`, and hand both to the component of the provider (Amplify `FaceLivenessDetectorCore` for AWS), which streams the video to the provider directly. The credentials are good for that stream alone, for 15 minutes.',
      'Then ask `GET /api/face-liveness/results/{session_id}` until `live` is true or false.',
      'Read the profile again. `processing`: ask again in a second. `requires_input`: begin with what `requirements` asks for. Anything else: thank the person, and go to `redirect_url` if there is one.',
    ],
  },
  '`410` [`flow_ended`](../problems/flow_ended) says that the link has ended with its verification, and `401` [`invalid_token`](../problems/invalid_token) that there is a newer one. Allow the camera in `Permissions-Policy`, and the provider in `connect-src` of your page.',
];

export const errorsChapter: readonly Block[] = [
  'A refused request is answered with problem details (RFC 9457). Write your program against `code`; `detail` is for people, `errors` points at the fields, `retryable` says whether the same request may succeed later, and `request_id` is what the operator wants to know. The endpoints of tokens answer errors in the form of OAuth 2.0 instead.',
];
