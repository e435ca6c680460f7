import { checkSchema, type PocketbaseClient } from '@portcullis/adapter-pocketbase';
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

/** Whether the record database can be used as it is. Does not wait for it, and changes nothing. */
export const databaseFindings = async (client: PocketbaseClient): Promise<readonly Finding[]> => {
  const checked = await checkSchema(client, { waitMs: 0 })();
  if (E.isLeft(checked)) return [outage(checked.left)];
  if (checked.right.length === 0) return [fine];
  return checked.right.map(({ what, mend }) => ({ subject, verdict: 'wrong', found: what, mend }));
};
