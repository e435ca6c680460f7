import type { PocketbaseRecordStore } from '@portcullis/adapter-pocketbase';
import { E, type Unavailable } from '@portcullis/domain';
import type { Finding } from '@portcullis/domain/ports';

const subject = 'record database';

const unavailableFinding = ({ kind }: Unavailable): Finding => ({
  subject,
  verdict: 'wrong',
  found: `it cannot be used (${kind}).`,
  remedy: 'Is it running at DATABASE_URL, and are DB_USER_EMAIL and DB_USER_PASSWORD those of a superuser?',
});

const databaseOk: Finding = {
  subject,
  verdict: 'ok',
  found: 'it answers, and its schema and settings are those of this release.',
  remedy: null,
};

const allEncrypted: Finding = { subject, verdict: 'ok', found: 'everything personal in it is sealed.', remedy: null };

const notSealed: Finding = {
  subject,
  verdict: 'warning',
  found: 'rows in clear are still believed, whoever has written them.',
  remedy:
    'Run npx portcullis keys rotate, unless it has said before that everything is sealed: then somebody has removed the mark, and may have written rows in clear; restore a backup.',
};

const plaintextFinding = (places: readonly string[]): Finding => ({
  subject,
  verdict: 'warning',
  found: `personal data was kept before DATA_KEYS was set, and stands in clear (${places.join(', ')}).`,
  remedy: 'Run npx portcullis keys rotate.',
});

/** The findings on data at rest. The findings on the environment already say when nothing is encrypted at all. */
const keyFindings = async ({ keys }: PocketbaseRecordStore): Promise<readonly Finding[]> => {
  const checked = await keys.check();
  if (E.isLeft(checked)) return [unavailableFinding(checked.left)];
  if (checked.right.length > 0) {
    return checked.right.map(({ what, remedy }) => ({ subject, verdict: 'wrong', found: what, remedy }));
  }
  if (keys.keyring === null) return [];
  const places = await keys.findPlaintext();
  if (E.isLeft(places)) return [unavailableFinding(places.left)];
  if (places.right.length > 0) return [plaintextFinding(places.right)];
  const status = await keys.status();
  if (E.isLeft(status)) return [unavailableFinding(status.left)];
  return [status.right.isSealed ? allEncrypted : notSealed];
};

/** Checks whether the record database can be used as it is. It does not wait for the database, and changes nothing. */
export const databaseFindings = async (records: PocketbaseRecordStore): Promise<readonly Finding[]> => {
  const checked = await records.schema.check({ waitMs: 0 })();
  if (E.isLeft(checked)) return [unavailableFinding(checked.left)];
  if (checked.right.length === 0) return [databaseOk, ...(await keyFindings(records))];
  return checked.right.map(({ what, remedy }) => ({ subject, verdict: 'wrong', found: what, remedy }));
};
