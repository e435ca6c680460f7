import { type FlowLink, pipe, TE } from '@portcullis/domain';
import type { t } from '@portcullis/domain/kernel';
import { FlowLinkBody } from '../responses/link-body.ts';
import { endpoint } from './endpoint.ts';
import { ProfileParams } from './profiles.ts';
import { emptyObject } from './route.ts';

const emptyBody = { machine: emptyObject, flow: emptyObject };

const flowLinkBody = (id: string, link: FlowLink): t.TypeOf<typeof FlowLinkBody> => ({
  object: 'flow_link',
  profile_id: id,
  verification_url: link.url,
  flow_token: link.token,
  flow_token_expires_at: link.expiresAt,
});

export const renewFlowToken = endpoint({
  method: 'POST',
  path: '/api/profiles/:id/flow-token',
  id: 'renewFlowToken',
  tag: 'Profiles',
  summary: 'A new link for the person',
  description: 'Every older flow token of the profile is dead from this answer on. Send no body, or an empty object.',
  access: 'machine',
  scope: 'profiles:write',
  showsRecords: false,
  params: ProfileParams,
  profile: ({ id }) => id,
  intent: 'link',
  body: { json: emptyBody, absent: emptyBody, example: {} },
  responses: [{ status: 201, description: 'The new link.', body: FlowLinkBody, headers: ['Location'] }],
  errors: ['invalid_transition', 'version_conflict', 'change_limit_reached', 'database_unavailable'],
  run: ({ services }, { caller, params, snapshot, operation }) =>
    pipe(
      services.renewFlowToken({ caller, id: params.id, snapshot, operation }),
      TE.map((link) => ({
        status: 201,
        headers: { Location: `/api/profiles/${params.id}` },
        body: flowLinkBody(params.id, link),
      })),
    ),
});
