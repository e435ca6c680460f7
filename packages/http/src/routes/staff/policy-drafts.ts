import { pipe, TE } from '@portcullis/domain';
import { closedObject, IdCodec, integer } from '@portcullis/domain/kernel';
import { DraftDigest, JsonCodec, NoteText } from '@portcullis/domain/serialization';
import { forEveryCaller } from '../../request/body/body-forms.ts';
import { endpoint } from '../endpoint.ts';
import {
  ClosedDraftBody,
  closedDraftBody,
  PolicyDraftBody,
  PolicyDraftList,
  policyDraftBody,
  policyDraftListBody,
} from './policy-draft-body.ts';

export const DraftParams = closedObject({ id: IdCodec }, {}, 'draft in the path');

const Revision = integer(1, 1_000_000_000);

const note = { note: NoteText };

const CreateDraftRequest = closedObject({ policy: JsonCodec }, note, 'CreatePolicyDraft');

const ReplaceDraftRequest = closedObject(
  { policy: JsonCodec, expected_revision: Revision },
  note,
  'ReplacePolicyDraft',
);

const PublishDraftRequest = closedObject(
  { expected_revision: Revision, digest: DraftDigest },
  {},
  'PublishPolicyDraft',
);

export const draftReadRoute = {
  access: 'staff',
  scope: null,
  permission: 'policies:read',
  forConsole: true,
  showsRecords: false,
} as const;

export const draftWriteRoute = { ...draftReadRoute, permission: 'policies:write' } as const;

/** The drafts of policies. */
export const listPolicyDrafts = endpoint({
  ...draftReadRoute,
  method: 'GET',
  path: '/api/policy-drafts',
  id: 'listPolicyDrafts',
  responses: [{ status: 200, body: PolicyDraftList }],
  run: ({ services }, { caller }) =>
    pipe(
      services.listDrafts(caller),
      TE.map((drafts) => ({ status: 200, body: policyDraftListBody(drafts) })),
    ),
});

/** A draft of a policy. */
export const readPolicyDraft = endpoint({
  ...draftReadRoute,
  method: 'GET',
  path: '/api/policy-drafts/:id',
  id: 'readPolicyDraft',
  responses: [{ status: 200, body: PolicyDraftBody }],
  params: DraftParams,
  run: ({ services }, { caller, params }) =>
    pipe(
      services.getDraft({ caller, id: params.id }),
      TE.map((view) => ({ status: 200, body: policyDraftBody(view) })),
    ),
});

/** Begin a draft of a policy. */
export const createPolicyDraft = endpoint({
  ...draftWriteRoute,
  method: 'POST',
  path: '/api/policy-drafts',
  id: 'createPolicyDraft',
  responses: [{ status: 201, body: PolicyDraftBody }],
  body: { json: forEveryCaller(CreateDraftRequest), example: { policy: {}, note: 'Passports alone.' } },
  run: ({ services }, { caller, body, operation }) =>
    pipe(
      services.createDraft({ caller, policy: body.policy, note: body.note ?? null, operation }),
      TE.map((view) => ({ status: 201, body: policyDraftBody(view) })),
    ),
});

/** Give a draft another document. */
export const replacePolicyDraft = endpoint({
  ...draftWriteRoute,
  method: 'POST',
  path: '/api/policy-drafts/:id',
  id: 'replacePolicyDraft',
  responses: [{ status: 200, body: PolicyDraftBody }],
  params: DraftParams,
  body: { json: forEveryCaller(ReplaceDraftRequest), example: { policy: {}, expected_revision: 1 } },
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

/** Discard a draft. */
export const discardPolicyDraft = endpoint({
  ...draftWriteRoute,
  method: 'POST',
  path: '/api/policy-drafts/:id/discard',
  id: 'discardPolicyDraft',
  responses: [{ status: 200, body: ClosedDraftBody }],
  params: DraftParams,
  run: ({ services }, { caller, params }) =>
    pipe(
      services.discardDraft({ caller, id: params.id }),
      TE.map((view) => ({ status: 200, body: closedDraftBody(view) })),
    ),
});

/** Publish a draft. */
export const publishPolicyDraft = endpoint({
  ...draftWriteRoute,
  method: 'POST',
  path: '/api/policy-drafts/:id/publish',
  id: 'publishPolicyDraft',
  responses: [{ status: 200, body: PolicyDraftBody }],
  params: DraftParams,
  body: {
    json: forEveryCaller(PublishDraftRequest),
    example: { expected_revision: 2, digest: '9d2551d7ab1c245728dcab186b08c38c26a871c43318e2365bcf636d46754418' },
  },
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
