import { checkKeys, checkSchema, inClear, type PocketbaseClient, type Sealing } from '@portcullis/adapter-pocketbase';
import { E, type Finding, type Unavailable } from '@portcullis/domain';

const subject = 'record database';

const outage = ({ kind }: Unavailable): Finding => ({
  subject,
  verdict: 'wrong',
  found: `it cannot be used (${kind}).`,
  mend: 'Is it running at DATABASE_URL, and are DB_USER_EMAIL and DB_USER_PASSWORD those of a superuser?',
});

const fine: Finding = {
  subject,
  verdict: 'ok',
  found: 'it answers, and its schema and settings are those of this release.',
  mend: null,
};

const sealed: Finding = { subject, verdict: 'ok', found: 'everything personal in it is sealed.', mend: null };

const clear = (places: readonly string[]): Finding => ({
  subject,
  verdict: 'warning',
  found: `personal data was kept before DATA_KEYS was set, and stands in clear (${places.join(', ')}).`,
  mend: 'Run npx portcullis keys rotate.',
});

/** The findings on data at rest. The findings on the environment already say when nothing is encrypted at all. */
const keyFindings = async (client: PocketbaseClient, { keyring }: Sealing): Promise<readonly Finding[]> => {
  const checked = await checkKeys(client, keyring)();
  if (E.isLeft(checked)) return [outage(checked.left)];
  if (checked.right.length > 0) {
    return checked.right.map(({ what, mend }) => ({ subject, verdict: 'wrong', found: what, mend }));
  }
  if (keyring === null) return [];
  const places = await inClear(client)();
  if (E.isLeft(places)) return [outage(places.left)];
  return [places.right.length === 0 ? sealed : clear(places.right)];
};

/** Checks whether the record database can be used as it is. It does not wait for the database, and changes nothing. */
export const databaseFindings = async (client: PocketbaseClient, sealing: Sealing): Promise<readonly Finding[]> => {
  const checked = await checkSchema(client, { waitMs: 0 })();
  if (E.isLeft(checked)) return [outage(checked.left)];
  if (checked.right.length === 0) return [fine, ...(await keyFindings(client, sealing))];
  return checked.right.map(({ what, mend }) => ({ subject, verdict: 'wrong', found: what, mend }));
};
