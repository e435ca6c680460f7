import { pipe, TE } from '@portcullis/domain';
import { closedObject, IdCodec, integer, matching, multilineText } from '@portcullis/domain/kernel';
import { JsonCodec } from '@portcullis/domain/serialization';
import { forEveryCaller } from '../../request/body/body-forms.ts';
import { endpoint } from '../endpoint.ts';
import { emptyObject, noBody } from '../route.ts';
import {
  ClosedDraftBody,
  closedDraftBody,
  PolicyDraftBody,
  PolicyDraftListBody,
  policyDraftBody,
  policyDraftListBody,
} from './policy-draft-body.ts';

export const DraftParams = closedObject({ id: IdCodec }, {}, 'draft in the path');

const Revision = integer(1, 1_000_000_000);

const note = { note: multilineText(2000) };

const CreateDraftRequest = closedObject({ policy: JsonCodec }, note, 'CreatePolicyDraft');

const ReplaceDraftRequest = closedObject(
  { policy: JsonCodec, expected_revision: Revision },
  note,
  'ReplacePolicyDraft',
);

const PublishDraftRequest = closedObject(
  { expected_revision: Revision, digest: matching('64 hex characters', /^[0-9a-f]{64}$/) },
  {},
  'PublishPolicyDraft',
);

export const draftReadRoute = {
  tag: 'Console',
  access: 'staff',
  scope: null,
  permission: 'policies:read',
  forConsole: true,
  showsRecords: false,
  query: emptyObject,
} as const;

export const draftWriteRoute = { ...draftReadRoute, permission: 'policies:write' } as const;

export const listPolicyDrafts = endpoint({
  ...draftReadRoute,
  method: 'GET',
  path: '/api/policy-drafts',
  id: 'listPolicyDrafts',
  summary: 'The drafts of policies',
  description:
    'The open drafts of the partner, then the newest 100 that were published or discarded; of both, what was changed last comes first. One whose row was changed in the database and does not open is `is_damaged`, and can be discarded. Their documents and findings are with each alone.',
  params: emptyObject,
  body: noBody,
  responses: [{ status: 200, description: 'The drafts.', body: PolicyDraftListBody }],
  errors: ['database_unavailable'],
  run: ({ services }, { caller }) =>
    pipe(
      services.listDrafts(caller),
      TE.map((drafts) => ({ status: 200, body: policyDraftListBody(drafts) })),
    ),
});

export const readPolicyDraft = endpoint({
  ...draftReadRoute,
  method: 'GET',
  path: '/api/policy-drafts/:id',
  id: 'readPolicyDraft',
  summary: 'A draft of a policy',
  description: 'With its document, and with what the lint finds in it now.',
  params: DraftParams,
  body: noBody,
  responses: [{ status: 200, description: 'The draft.', body: PolicyDraftBody }],
  errors: ['database_unavailable'],
  run: ({ services }, { caller, params }) =>
    pipe(
      services.getDraft({ caller, id: params.id }),
      TE.map((view) => ({ status: 200, body: policyDraftBody(view) })),
    ),
});

export const createPolicyDraft = endpoint({
  ...draftWriteRoute,
  method: 'POST',
  path: '/api/policy-drafts',
  id: 'createPolicyDraft',
  summary: 'Begin a draft of a policy',
  description:
    'What does not have the form of a policy is refused, with a pointer to each fault. What the lint refuses is kept, and cannot be published. A partner has at most 20 open drafts.',
  params: emptyObject,
  body: { json: forEveryCaller(CreateDraftRequest), example: { policy: {}, note: 'Passports alone.' } },
  responses: [{ status: 201, description: 'The draft.', body: PolicyDraftBody }],
  errors: [
    'insufficient_permission',
    'validation_failed',
    'draft_limit_reached',
    'version_conflict',
    'database_unavailable',
  ],
  run: ({ services }, { caller, body, operation }) =>
    pipe(
      services.createDraft({ caller, policy: body.policy, note: body.note ?? null, operation }),
      TE.map((view) => ({ status: 201, body: policyDraftBody(view) })),
    ),
});

export const replacePolicyDraft = endpoint({
  ...draftWriteRoute,
  method: 'POST',
  path: '/api/policy-drafts/:id',
  id: 'replacePolicyDraft',
  summary: 'Give a draft another document',
  description:
    '`expected_revision` is the revision that was read. Whoever writes a document, be it one of many, cannot publish the draft.',
  params: DraftParams,
  body: { json: forEveryCaller(ReplaceDraftRequest), example: { policy: {}, expected_revision: 1 } },
  responses: [{ status: 200, description: 'The draft.', body: PolicyDraftBody }],
  errors: ['insufficient_permission', 'validation_failed', 'draft_closed', 'version_conflict', 'database_unavailable'],
  run: ({ services }, { caller, params, body }) =>
    pipe(
      services.replaceDraft({
        caller,
        id: params.id,
        policy: body.policy,
        note: body.note ?? null,
        expectedRevision: body.expected_revision,
      }),
      TE.map((view) => ({ status: 200, body: policyDraftBody(view) })),
    ),
});

export const discardPolicyDraft = endpoint({
  ...draftWriteRoute,
  method: 'POST',
  path: '/api/policy-drafts/:id/discard',
  id: 'discardPolicyDraft',
  summary: 'Discard a draft',
  description:
    'It stays in the list, and takes no other document. One that is discarded stays so. So does one whose row was changed in the database and does not open: of it the id is known, and what the row says of its state and its times. Where that is `published`, the answer is 409.',
  params: DraftParams,
  body: noBody,
  responses: [{ status: 200, description: 'The draft.', body: ClosedDraftBody }],
  errors: ['insufficient_permission', 'draft_closed', 'version_conflict', 'database_unavailable'],
  run: ({ services }, { caller, params }) =>
    pipe(
      services.discardDraft({ caller, id: params.id }),
      TE.map((view) => ({ status: 200, body: closedDraftBody(view) })),
    ),
});

export const publishPolicyDraft = endpoint({
  ...draftWriteRoute,
  method: 'POST',
  path: '/api/policy-drafts/:id/publish',
  id: 'publishPolicyDraft',
  summary: 'Publish a draft',
  description:
    'By somebody who has written no part of it. `expected_revision` and `digest` name the document that they have read. It becomes a policy of the partner, the newest one of its id. Publishing it again changes nothing, and completes what was interrupted.',
  params: DraftParams,
  body: {
    json: forEveryCaller(PublishDraftRequest),
    example: { expected_revision: 2, digest: '9d2551d7ab1c245728dcab186b08c38c26a871c43318e2365bcf636d46754418' },
  },
  responses: [{ status: 200, description: 'The draft, which is published.', body: PolicyDraftBody }],
  errors: [
    'insufficient_permission',
    'second_person_required',
    'draft_closed',
    'policy_exists',
    'validation_failed',
    'version_conflict',
    'database_unavailable',
  ],
  run: ({ services }, { caller, params, body }) =>
    pipe(
      services.publishDraft({
        caller,
        id: params.id,
        expectedRevision: body.expected_revision,
        digest: body.digest,
      }),
      TE.map((view) => ({ status: 200, body: policyDraftBody(view) })),
    ),
});
