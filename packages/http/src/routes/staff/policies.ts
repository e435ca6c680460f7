import { pipe, TE } from '@portcullis/domain';
import { closedObject, t } from '@portcullis/domain/kernel';
import type { StoredPolicy } from '@portcullis/domain/ports';
import { PolicyCodec, PolicyIdCodec, PolicyVersionCodec } from '@portcullis/domain/serialization';
import { listOf } from '../../responses/shared-codecs.ts';
import { endpoint } from '../endpoint.ts';
import { emptyObject, noBody } from '../route.ts';

const summary = {
  object: t.literal('policy'),
  id: t.string,
  version: t.string,
  digest: t.string,
  /** Whether it is for the partner alone, and not for everybody to choose. */
  is_own: t.boolean,
};

const PolicySummaryBody = t.type(summary, 'PolicySummary');
const PolicyBody = t.type({ ...summary, policy: PolicyCodec }, 'PolicyDocument');

const summaryOf = ({ digest, partnerId, ref }: StoredPolicy): t.TypeOf<typeof PolicySummaryBody> => ({
  object: 'policy',
  id: ref.id,
  version: ref.version,
  digest,
  is_own: partnerId !== null,
});

const common = {
  method: 'GET',
  tag: 'Console',
  access: 'staff',
  scope: null,
  permission: 'policies:read',
  forConsole: true,
  showsRecords: false,
  query: emptyObject,
  body: noBody,
  errors: ['database_unavailable'],
} as const;

export const listPolicies = endpoint({
  ...common,
  path: '/api/policies',
  id: 'listPolicies',
  summary: 'The policies that the partner may choose',
  description: 'The built-in policy as it is now, then those that were added, oldest first.',
  params: emptyObject,
  responses: [{ status: 200, description: 'The policies.', body: listOf(PolicySummaryBody, 'PolicyList') }],
  run: ({ services }, { caller }) =>
    pipe(
      services.listPolicies(caller),
      TE.map((policies) => ({
        status: 200,
        body: { object: 'list', data: policies.map(summaryOf), next_cursor: null },
      })),
    ),
});

export const readPolicy = endpoint({
  ...common,
  path: '/api/policies/:id/:version',
  id: 'readPolicy',
  summary: 'One version of a policy',
  description: 'The document as it was added. A policy of another partner is not found.',
  params: closedObject({ id: PolicyIdCodec, version: PolicyVersionCodec }, {}, 'policy in the path'),
  responses: [{ status: 200, description: 'The policy.', body: PolicyBody }],
  run: ({ services }, { caller, params }) =>
    pipe(
      services.readPolicy({ caller, ref: params }),
      TE.map((view) => ({ status: 200, body: { ...summaryOf(view), policy: view.policy } })),
    ),
});
