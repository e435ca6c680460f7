import { client } from './hey-api/client.gen.ts';
import {
  analyzeDocument,
  analyzeDocumentWithFiles,
  createProfile,
  updateProfile,
  updateProfileWithFiles,
} from './hey-api/sdk.gen.ts';
import { address, consent, newProfile, photo, report, token } from './inputs.ts';

client.setConfig({ baseUrl: address, auth: token, throwOnError: true });

const created = await createProfile({ body: newProfile(), throwOnError: true });
const { id } = created.data.profile;
await updateProfile({ path: { id }, body: { consent }, throwOnError: true });
const changed = await updateProfileWithFiles({ path: { id }, body: { document_front: photo }, throwOnError: true });
if (changed.data.view !== 'partner') throw new Error('this is the view of a person');
const [file] = changed.data.files;
const stored = await analyzeDocument({ body: { profile_id: id, front_file_id: file?.id ?? '' }, throwOnError: true });
const sent = await analyzeDocumentWithFiles({ body: { profile_id: id, document_front: photo }, throwOnError: true });
report({ json: stored.data.document.type, multipart: sent.data.document.type });
