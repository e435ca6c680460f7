import { type Claimed, type ProfilePatch, pipe, TE, type Upload } from '@portcullis/domain';
import { claimedInputOf, uploadKinds } from '@portcullis/domain/evidence';
import { closedObject } from '@portcullis/domain/kernel';
import { ClaimedCodec, PathIdCodec } from '@portcullis/domain/serialization';
import { patchExample } from '../descriptions/examples/profile-examples.ts';
import type { BodyForms } from '../request/body/body-forms.ts';
import { ConsentCodec, DeviceCodec } from '../request/codecs.ts';
import { versionTag } from '../request/entity-tag.ts';
import { FlowProfileBody, flowProfileBody, ProfileBody, profileBody } from '../responses/profile-body.ts';
import { endpoint } from './endpoint.ts';
import { type SettingsChangeBody, settingsChangeFields, settingsChangeOf } from './partner-settings.ts';
import { ProfileParams } from './profiles.ts';

type PatchBody = SettingsChangeBody & {
  readonly claimed?: Claimed;
  readonly consent?: {
    readonly text_version: string;
    readonly locale: string;
    readonly granted: boolean;
    readonly scope?: 'face';
  };
  readonly device?: { readonly event_id: string };
  readonly path?: string;
};

const commonFields = { consent: ConsentCodec, device: DeviceCodec, path: PathIdCodec, ...settingsChangeFields.common };

/** A person supplies evidence. `claimed` and `metadata` are set by the partner. */
const UpdateProfileBody = closedObject(
  {},
  { ...commonFields, claimed: ClaimedCodec, ...settingsChangeFields.partner },
  'UpdateProfile',
);

const fields = {
  machine: UpdateProfileBody,
  flow: closedObject({}, commonFields, 'UpdateProfileByPerson'),
};

const forms: BodyForms<PatchBody> = {
  json: fields,
  multipart: {
    name: 'ProfileUpload',
    fields,
    textFields: ['claimed', 'consent', 'device', 'path', ...settingsChangeFields.text],
    jsonFields: ['claimed', 'consent', 'device', ...settingsChangeFields.json],
    files: uploadKinds,
    requiredFiles: [],
  },
  example: patchExample,
};

const patchOf = (body: PatchBody, files: readonly Upload[]): ProfilePatch => ({
  ...(body.claimed && { claimed: claimedInputOf(body.claimed) }),
  ...(body.consent && {
    consent: {
      textVersion: body.consent.text_version,
      locale: body.consent.locale,
      granted: body.consent.granted,
      ...(body.consent.scope && { scope: body.consent.scope }),
    },
  }),
  ...(body.device && { device: { eventId: body.device.event_id } }),
  ...(body.path !== undefined && { path: body.path }),
  ...settingsChangeOf(body),
  files,
});

export const updateProfile = endpoint({
  method: 'PATCH',
  path: '/api/profiles/:id',
  id: 'updateProfile',
  tag: 'Profiles',
  summary: 'Supply what is asked: consent, images, the device event; or change what the partner says',
  description:
    'All of it is recorded or nothing. A flow token may send `consent`, `device`, `path`, `language` and files for its own profile. Pictures are taken once the person has consented, in an earlier request or in an earlier part of the form, and only for the steps of the policy. A withdrawal of consent by itself is accepted until the verification is finished. Supplying the last required step runs the checks before the answer.',
  access: 'machine-or-flow',
  scope: 'profiles:write',
  showsRecords: true,
  params: ProfileParams,
  profile: ({ id }) => id,
  intent: 'withdraw',
  ifMatch: true,
  body: forms,
  responses: [
    {
      status: 200,
      description: 'The profile as it is now.',
      body: ProfileBody,
      flowBody: FlowProfileBody,
      headers: ['ETag'],
    },
  ],
  errors: [
    'invalid_transition',
    'version_conflict',
    'consent_required',
    'flow_ended',
    'change_limit_reached',
    'profile_storage_full',
    'tenant_storage_full',
    'validation_failed',
    'rate_limited',
    'image_budget_exceeded',
    'database_unavailable',
    'provider_unavailable',
    'provider_rejected',
    'not_configured',
    'deadline_exceeded',
  ],
  run: ({ services, config }, { caller, params, snapshot, body, files, expectedVersion, operation }) =>
    pipe(
      services.updateProfile({
        caller,
        id: params.id,
        snapshot,
        expectedVersion,
        patch: patchOf(body, files),
        operation,
      }),
      TE.map((view) => ({
        status: 200,
        headers: { ETag: versionTag(view.profile.version) },
        body: caller.kind === 'flow' ? flowProfileBody(view, config.redirects) : profileBody(view),
      })),
    ),
});
