import { type Claimed, pipe, TE } from '@portcullis/domain';
import { claimedInputOf } from '@portcullis/domain/evidence';
import { closedObject, IdCodec, invalid, plainText, t } from '@portcullis/domain/kernel';
import { ClaimedCodec, PolicyId, ScenarioName } from '@portcullis/domain/serialization';
import { createdExample, createExample, sandboxCreateExample } from '../descriptions/examples/profile-examples.ts';
import { type BodyForms, forEveryCaller } from '../request/body/body-forms.ts';
import { versionTag } from '../request/entity-tag.ts';
import { redirectFault } from '../request/redirect-url.ts';
import { linkFields } from '../responses/link-body.ts';
import {
  CreatedProfileBody,
  ErasedProfileBody,
  erasedProfileBody,
  FlowProfileBody,
  flowProfileBody,
  ProfileBody,
  profileBody,
} from '../responses/profile-body.ts';
import { oneProfileBodyFor, StaffProfileBody } from '../responses/redacted-bodies.ts';
import { endpoint } from './endpoint.ts';
import { type PartnerSettingsBody, requestedSettingsOf, settingsFields } from './partner-settings.ts';

/** The path parameters of a route for one profile. */
export const ProfileParams = closedObject({ id: IdCodec }, {}, 'profile in the path');

type CreateBody = PartnerSettingsBody & {
  readonly reference: string;
  readonly policy?: string;
  readonly claimed?: Claimed;
  readonly force_new?: boolean;
  readonly keep_link?: boolean;
  readonly sandbox?: { readonly scenario: string };
};

const optionalFields = {
  policy: PolicyId,
  claimed: ClaimedCodec,
  ...settingsFields,
  force_new: t.boolean,
  keep_link: t.boolean,
};
const required = { reference: plainText(1, 128) };
const Sandbox = closedObject({ scenario: ScenarioName }, {}, 'sandbox');

const CreateProfileBody = closedObject(required, optionalFields, 'CreateProfile');
const SandboxCreateProfileBody = closedObject(required, { ...optionalFields, sandbox: Sandbox }, 'CreateProfile');

/** Outside of the sandbox the scenario is an unknown field. */
const createForms = (sandbox: boolean): BodyForms<CreateBody> =>
  sandbox
    ? { json: forEveryCaller(SandboxCreateProfileBody), example: sandboxCreateExample }
    : { json: forEveryCaller(CreateProfileBody), example: createExample };

export const createProfile = (sandbox: boolean) =>
  endpoint({
    method: 'POST',
    path: '/api/profiles/create',
    id: 'createProfile',
    tag: 'Profiles',
    summary: 'Create a profile, or get the one that the reference already has',
    description:
      'Answers with the link for the person. While a verification of the same reference is under way or approved, the existing profile is answered. A create that answers an open profile makes a new link, and every older link of the profile ends; with `keep_link: true` they stay alive.',
    access: 'machine',
    scope: 'profiles:write',
    showsRecords: true,
    body: createForms(sandbox),
    responses: [
      { status: 201, description: 'A new profile.', body: CreatedProfileBody, headers: ['ETag', 'Location'] },
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
          claimed: claimedInputOf(body.claimed ?? {}),
          ...requestedSettingsOf(body),
          forceNew: body.force_new ?? false,
          keepLink: body.keep_link ?? false,
          scenario: body.sandbox?.scenario ?? null,
          operation,
        }),
        TE.map(({ outcome, view, link }) => ({
          status: outcome === 'reused' ? 200 : 201,
          headers: {
            ETag: versionTag(view.profile.version),
            ...(outcome !== 'reused' && { Location: `/api/profiles/${view.profile.id}` }),
          },
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
  access: 'machine-flow-or-staff',
  permission: 'reviews:read',
  scope: 'profiles:read',
  showsRecords: true,
  params: ProfileParams,
  profile: ({ id }) => id,
  responses: [
    {
      status: 200,
      description: 'The profile.',
      body: ProfileBody,
      flowBody: FlowProfileBody,
      staffBody: StaffProfileBody,
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
        body: caller.kind === 'flow' ? flowProfileBody(view, config.redirects) : oneProfileBodyFor(caller, view),
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
  access: 'machine-or-staff',
  permission: 'profiles:erase',
  scope: 'profiles:erase',
  showsRecords: true,
  params: ProfileParams,
  profile: ({ id }) => id,
  responses: [{ status: 202, description: 'What stays of the profile.', body: ErasedProfileBody }],
  errors: ['legal_hold', 'version_conflict', 'database_unavailable'],
  run: ({ services }, { caller, params }) =>
    pipe(
      services.eraseProfile({ caller, id: params.id }),
      TE.map((profile) => ({ status: 202, body: erasedProfileBody(profile) })),
    ),
});
