import { consent, newProfile, photo, report, token } from './inputs.ts';
import {
  analyzeDocument,
  analyzeDocumentWithFiles,
  createProfile,
  updateProfile,
  updateProfileWithFiles,
} from './orval.gen.ts';

const authorized = { headers: { Authorization: `Bearer ${token}` } };
const json = { headers: { ...authorized.headers, 'Content-Type': 'application/json' } };

const created = await createProfile(newProfile(), json);
if (created.status !== 201) throw new Error(String(created.status));
const { id } = created.data.profile;
await updateProfile(id, { consent }, json);
const changed = await updateProfileWithFiles(id, { document_front: photo }, authorized);
if (changed.status !== 200 || changed.data.view !== 'partner') throw new Error(String(changed.status));
const [file] = changed.data.files;
const stored = await analyzeDocument({ profile_id: id, front_file_id: file?.id ?? '' }, json);
const sent = await analyzeDocumentWithFiles({ profile_id: id, document_front: photo }, authorized);
if (stored.status !== 200 || sent.status !== 200) throw new Error(`${stored.status} ${sent.status}`);
report({ json: stored.data.document.type, multipart: sent.data.document.type });
