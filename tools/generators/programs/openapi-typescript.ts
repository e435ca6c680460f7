import createClient from 'openapi-fetch';
import { address, consent, newProfile, photo, report, token } from './inputs.ts';
import type { paths } from './openapi-typescript.gen.ts';

const client = createClient<paths>({ baseUrl: address, headers: { Authorization: `Bearer ${token}` } });

const formOf = (parts: object): FormData => {
  const form = new FormData();
  for (const [name, value] of Object.entries(parts)) form.append(name, value);
  return form;
};

const created = await client.POST('/api/profiles/create', { body: newProfile() });
if (created.data === undefined) throw new Error(created.error.code);
const { id } = created.data.profile;
const params = { path: { id } };
await client.PATCH('/api/profiles/{id}', { params, body: { consent } });
const changed = await client.PATCH('/api/profiles/{id}#files', {
  params,
  body: { document_front: photo },
  bodySerializer: formOf,
});
if (changed.data?.view !== 'partner') throw new Error(changed.error?.code);
const [file] = changed.data.files;
const stored = await client.POST('/api/ai/document-analysis', {
  body: { profile_id: id, front_file_id: file?.id ?? '' },
});
const sent = await client.POST('/api/ai/document-analysis#files', {
  body: { profile_id: id, document_front: photo },
  bodySerializer: formOf,
});
report({ json: stored.data?.document.type, multipart: sent.data?.document.type });
