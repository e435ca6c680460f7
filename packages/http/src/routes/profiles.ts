import { type Claimed, type FlowLink, pipe, TE } from '@portcullis/domain';
import {
  closedObject,
  IdCodec,
  invalid,
  matching,
  oneOf,
  plainText,
  statuses,
  stringCodec,
  t,
} from '@portcullis/domain/kernel';
import type { ProfileFilter } from '@portcullis/domain/ports';
import { decodeCursor } from '@portcullis/domain/serialization';
import {
  createdExample,
  createExample,
  erasedExample,
  flowLinkExample,
  flowProfileExample,
  profileExample,
  sandboxCreateExample,
} from '../openapi/examples/profile-examples.ts';
import type { BodyForms } from '../request/body/body-forms.ts';
import { ClaimedCodec, type Codec, integerText, PointInTime, toTimestamp } from '../request/codecs.ts';
import { versionTag } from '../request/entity-tag.ts';
import { redirectFault } from '../request/redirect-url.ts';
import { FlowLinkBody, linkFields } from '../responses/link-body.ts';
import {
  CreatedProfileBody,
  ErasedProfileBody,
  erasedProfileBody,
  FlowProfileBody,
  flowProfileBody,
  ProfileBody,
  ProfileList,
  profileBody,
} from '../responses/profile-body.ts';
import { endpoint } from './endpoint.ts';
import { pagedList } from './paged-list.ts';
import { type PartnerSettingsBody, requestedSettingsOf, settingsFields } from './partner-settings.ts';
import { emptyObject, noBody } from './route.ts';

/** The path parameters of a route for one profile. */
export const ProfileParams = closedObject({ id: IdCodec }, {}, 'profile in the path');

type CreateBody = PartnerSettingsBody & {
  readonly reference: string;
  readonly policy?: string;
  readonly claimed?: Claimed;
  readonly force_new?: boolean;
  readonly sandbox?: { readonly scenario: string };
};

const optionalFields = {
  policy: matching('a policy id', /^[a-z0-9][a-z0-9_-]{0,63}$/),
  claimed: ClaimedCodec,
  ...settingsFields,
  force_new: t.boolean,
};
const required = { reference: plainText(1, 128) };
const Sandbox = closedObject({ scenario: matching('a scenario name', /^[a-z][a-z0-9_]{0,63}$/) }, {}, 'sandbox');

const forBothCallers = <Body>(codec: Codec<Body>) => ({ machine: codec, flow: codec });

/** Outside of the sandbox the scenario is an unknown field. */
const createForms = (sandbox: boolean): BodyForms<CreateBody> =>
  sandbox
    ? {
        json: forBothCallers(closedObject(required, { ...optionalFields, sandbox: Sandbox })),
        example: sandboxCreateExample,
      }
    : { json: forBothCallers(closedObject(required, optionalFields)), example: createExample };

export const createProfile = (sandbox: boolean) =>
  endpoint({
    method: 'POST',
    path: '/api/profiles/create',
    id: 'createProfile',
    tag: 'Profiles',
    summary: 'Create a profile, or get the one that the reference already has',
    description:
      'Answers with the link for the person. While a verification of the same reference is under way or approved, the existing profile is answered.',
    access: 'machine',
    scope: 'profiles:write',
    showsRecords: true,
    params: emptyObject,
    query: emptyObject,
    body: createForms(sandbox),
    responses: [
      {
        status: 201,
        description: 'A new profile.',
        body: CreatedProfileBody,
        example: createdExample,
        headers: ['ETag'],
      },
      {
        status: 200,
        description: 'The profile that the reference has.',
        body: CreatedProfileBody,
        example: { ...createdExample, outcome: 'reused' },
        headers: ['ETag'],
      },
    ],
    errors: ['version_conflict', 'change_limit_reached', 'validation_failed', 'database_unavailable'],
    run: ({ services, config }, { caller, body, operation }) => {
      const fault = redirectFault(config.redirects, { ...caller.tenant, clientId: caller.clientId }, body.redirect_url);
      if (fault !== null) return TE.left(invalid([{ pointer: '/redirect_url', message: fault }]));
      return pipe(
        services.createProfile({
          caller,
          reference: body.reference,
          policyId: body.policy ?? null,
          claimed: body.claimed ?? {},
          ...requestedSettingsOf(body),
          forceNew: body.force_new ?? false,
          scenario: body.sandbox?.scenario ?? null,
          operation,
        }),
        TE.map(({ outcome, view, link }) => ({
          status: outcome === 'reused' ? 200 : 201,
          headers: { ETag: versionTag(view.profile.version) },
          profileId: view.profile.id,
          body: { outcome, profile: profileBody(view), ...linkFields(link) },
        })),
      );
    },
  });

export const getProfile = endpoint({
  method: 'GET',
  path: '/api/profiles/:id',
  id: 'getProfile',
  tag: 'Profiles',
  summary: 'One profile',
  description: 'A flow token reads its own profile in a reduced view.',
  access: 'machine-or-flow',
  scope: 'profiles:read',
  showsRecords: true,
  params: ProfileParams,
  profile: ({ id }) => id,
  query: emptyObject,
  body: noBody,
  responses: [
    {
      status: 200,
      description: 'The profile.',
      body: ProfileBody,
      flowBody: FlowProfileBody,
      example: profileExample,
      flowExample: flowProfileExample,
      headers: ['ETag'],
    },
    { status: 304, description: 'The caller has this version.', headers: ['ETag'] },
  ],
  errors: ['flow_ended', 'version_conflict', 'database_unavailable'],
  run: ({ services, config }, { caller, params }) =>
    pipe(
      services.getProfile({ caller, id: params.id }),
      TE.map((view) => ({
        status: 200,
        headers: { ETag: versionTag(view.profile.version) },
        body: caller.kind === 'flow' ? flowProfileBody(view, config.redirects) : profileBody(view),
      })),
    ),
});

export const eraseProfile = endpoint({
  method: 'DELETE',
  path: '/api/profiles/:id',
  id: 'eraseProfile',
  tag: 'Profiles',
  summary: 'Erase a profile',
  description:
    'It cannot be taken back. Nothing personal is answered from here on; what lies in the stores goes within seconds, and `redaction.completed_at` of the profile says when. An open profile is canceled. Asking again answers the same.',
  access: 'machine',
  scope: 'profiles:erase',
  showsRecords: true,
  params: ProfileParams,
  profile: ({ id }) => id,
  query: emptyObject,
  body: noBody,
  responses: [
    { status: 202, description: 'What stays of the profile.', body: ErasedProfileBody, example: erasedExample },
  ],
  errors: ['legal_hold', 'version_conflict', 'database_unavailable'],
  run: ({ services }, { caller, params }) =>
    pipe(
      services.eraseProfile({ caller, id: params.id }),
      TE.map((profile) => ({ status: 202, body: erasedProfileBody(profile) })),
    ),
});

/** A page that begins elsewhere than requested would look like the first page, so that an invalid cursor is refused. */
const Cursor = stringCodec('the next_cursor of an earlier page', (s) => decodeCursor(s) !== null, { maxLength: 25 });

const ListQuery = closedObject(
  {},
  {
    status: oneOf(statuses),
    reference: plainText(1, 128),
    created_after: PointInTime,
    created_before: PointInTime,
    limit: integerText(1, 100),
    cursor: Cursor,
  },
  'list query',
);

const defaultPageSize = 20;
const profilesPerRead = 20;

const filterOf = (query: t.TypeOf<typeof ListQuery>, cursor: string | null, limit: number): ProfileFilter => ({
  limit,
  ...(query.status !== undefined && { status: query.status }),
  ...(query.reference !== undefined && { reference: query.reference }),
  ...(query.created_after !== undefined && { createdAfter: toTimestamp(query.created_after) }),
  ...(query.created_before !== undefined && { createdBefore: toTimestamp(query.created_before) }),
  ...(cursor !== null && { cursor }),
});

export const listProfiles = endpoint({
  method: 'GET',
  path: '/api/profiles',
  id: 'listProfiles',
  tag: 'Profiles',
  summary: 'Profiles, newest first',
  description:
    'Page by page: hand `next_cursor` back as `cursor` until it is null. A page of large profiles ends before `limit`.',
  access: 'machine',
  scope: 'profiles:read',
  showsRecords: true,
  params: emptyObject,
  query: ListQuery,
  body: noBody,
  responses: [
    {
      status: 200,
      description: 'A page of profiles.',
      body: ProfileList,
      example: { object: 'list', data: [profileExample], next_cursor: null },
    },
  ],
  errors: ['database_unavailable'],
  run: ({ services }, { caller, query, reserve }) =>
    pagedList<string>(reserve, {
      nextName: 'next_cursor',
      from: query.cursor ?? null,
      limit: query.limit ?? defaultPageSize,
      chunkSize: profilesPerRead,
      read: (cursor, limit) =>
        pipe(
          services.listProfiles({ caller, filter: filterOf(query, cursor, limit) }),
          TE.map(({ items, next }) => ({
            items: items.map(profileBody),
            next,
            profileIds: items.map(({ profile }) => profile.id),
          })),
        ),
    }),
});

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
  query: emptyObject,
  body: { json: forBothCallers(emptyObject), absent: forBothCallers(emptyObject), example: {} },
  responses: [{ status: 201, description: 'The new link.', body: FlowLinkBody, example: flowLinkExample }],
  errors: ['invalid_transition', 'version_conflict', 'change_limit_reached', 'database_unavailable'],
  run: ({ services }, { caller, params, snapshot, operation }) =>
    pipe(
      services.renewFlowToken({ caller, id: params.id, snapshot, operation }),
      TE.map((link) => ({ status: 201, body: flowLinkBody(params.id, link) })),
    ),
});
