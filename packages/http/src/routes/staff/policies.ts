import { pipe, TE } from '@portcullis/domain';
import { closedObject, t } from '@portcullis/domain/kernel';
import type { StoredPolicy } from '@portcullis/domain/ports';
import { PolicyIdCodec, PolicyVersionCodec } from '@portcullis/domain/serialization';
import { listOf, Sha256 } from '../../responses/shared-codecs.ts';
import { endpoint } from '../endpoint.ts';

const summary = { object: t.literal('policy'), id: t.string, version: t.string, digest: Sha256, is_own: t.boolean };
const damage = t.partial({ is_damaged: t.literal(true) });

const PolicySummaryBody = t.intersection([t.type(summary), damage], 'PolicySummary');
const PolicyBody = t.intersection([t.type({ ...summary, policy: t.UnknownRecord }), damage], 'Policy');

/** A policy without its document. Of one that does not open nothing is certain. */
const summaryOf = ({ digest, isDamaged, partnerId, ref }: StoredPolicy): t.TypeOf<typeof PolicySummaryBody> => ({
  object: 'policy',
  id: ref.id,
  version: ref.version,
  digest,
  is_own: partnerId !== null,
  ...(isDamaged && { is_damaged: true }),
});

const common = {
  method: 'GET',
  access: 'staff',
  scope: null,
  permission: 'policies:read',
  forConsole: true,
  showsRecords: false,
} as const;

/** The policies that the partner may choose. */
export const listPolicies = endpoint({
  ...common,
  path: '/api/policies',
  id: 'listPolicies',
  responses: [{ status: 200, body: listOf(PolicySummaryBody, 'PolicyList') }],
  run: ({ services }, { caller }) =>
    pipe(
      services.listPolicies(caller),
      TE.map((policies) => ({
        status: 200,
        body: { object: 'list', data: policies.map(summaryOf), next_cursor: null },
      })),
    ),
});

/** One version of a policy. */
export const readPolicy = endpoint({
  ...common,
  path: '/api/policies/:id/:version',
  id: 'readPolicy',
  params: closedObject({ id: PolicyIdCodec, version: PolicyVersionCodec }, {}, 'policy in the path'),
  responses: [{ status: 200, body: PolicyBody }],
  run: ({ services }, { caller, params }) =>
    pipe(
      services.readPolicy({ caller, ref: params }),
      TE.map((view) => ({ status: 200, body: { ...summaryOf(view), policy: view.policy } })),
    ),
});
