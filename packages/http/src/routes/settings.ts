import { createHash } from 'node:crypto';
import { pipe, TE } from '@portcullis/domain';
import { closedObject } from '@portcullis/domain/kernel';
import { LanguageTag } from '@portcullis/domain/serialization';
import type { HttpResponse } from '../responses/http-response.ts';
import { FlowSettingsBody, flowSettingsBody, SettingsBody, settingsBody } from '../responses/settings-body.ts';
import { endpoint } from './endpoint.ts';

/** A strong entity tag over the bytes: the two kinds of caller see two representations, and so two tags. */
const withEntityTag = (body: unknown): HttpResponse => {
  const digest = createHash('sha256').update(JSON.stringify(body)).digest('hex');
  return { status: 200, headers: { ETag: `"${digest.slice(0, 32)}"` }, body };
};

export const readSettings = endpoint({
  method: 'GET',
  path: '/api/settings',
  id: 'readSettings',
  tag: 'Service',
  summary: 'What a client needs to know before it starts',
  description:
    'A flow token sees the names of the bands and not where they begin, and the policy without its version. `consent.current` is the newest consent text in the `language` that is asked for or the closest one; without `language` it is in that of the profile, or in English. Send the ETag back in If-None-Match to be answered 304 while nothing has changed.',
  access: 'machine-flow-or-staff',
  permission: 'reviews:read',
  scope: 'profiles:read',
  showsRecords: false,
  query: closedObject({}, { language: LanguageTag }, 'settings query'),
  responses: [
    { status: 200, description: 'The settings.', body: SettingsBody, flowBody: FlowSettingsBody, headers: ['ETag'] },
    { status: 304, description: 'The caller has this representation.', headers: ['ETag'] },
  ],
  errors: ['not_found', 'flow_ended', 'database_unavailable'],
  run: ({ services, config }, { caller, query }) =>
    pipe(
      services.readSettings({ caller, language: query.language ?? null }),
      TE.map((view) => withEntityTag((caller.kind === 'flow' ? flowSettingsBody : settingsBody)(view, config.limits))),
    ),
});
