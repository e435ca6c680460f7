import { databaseOutage } from '@portcullis/app';
import type { RecordDatabase } from '@portcullis/app/record-database';
import { E, type Unavailable } from '@portcullis/domain';
import type { DiagnosisFinding, LeftOut } from '@portcullis/domain/ports';
import { eachPage } from '../command/each-page.ts';

const subject = 'record database';

type Engine = Pick<RecordDatabase, 'engine'>;

const unavailableFinding = (failure: Unavailable, { engine }: Engine): DiagnosisFinding => ({
  subject,
  verdict: 'wrong',
  ...databaseOutage(failure, engine),
});

const databaseOk: DiagnosisFinding = {
  subject,
  verdict: 'ok',
  found: 'it answers, and its schema and settings are those of this release.',
  remedy: null,
};

const ownKeys: DiagnosisFinding = {
  subject,
  verdict: 'ok',
  found: 'the data keys of this service open it.',
  remedy: null,
};

/** The findings on data at rest. The findings on the environment say where its keys are kept. */
const keyFindings = async (records: RecordDatabase): Promise<readonly DiagnosisFinding[]> => {
  const checked = await records.keys.check();
  if (E.isLeft(checked)) return [unavailableFinding(checked.left, records)];
  if (checked.right.length > 0) {
    return checked.right.map(({ what, remedy }) => ({ subject, verdict: 'wrong', found: what, remedy }));
  }
  return [ownKeys];
};

const ownerDamaged: DiagnosisFinding = {
  subject: 'object store',
  verdict: 'wrong',
  found: 'the object that is named installation is damaged.',
  remedy: 'Write it again, with the installation id that is named above.',
};

/** The finding on an object store whose owner cannot be read; an outage is said by its own examination. */
const unreadOwner = (failure: Unavailable, records: Engine): readonly DiagnosisFinding[] => {
  if (failure.service !== 'files') return [unavailableFinding(failure, records)];
  return failure.kind === 'invalid_response' ? [ownerDamaged] : [];
};

/** Whether the objects are those that rows name. The examination of their store says the rest. */
const objectFindings = async (records: RecordDatabase): Promise<readonly DiagnosisFinding[]> => {
  const { objects } = records;
  const misplaced = await objects.faults();
  if (E.isLeft(misplaced)) return unreadOwner(misplaced.left, records);
  const of = objects.owner === null ? subject : 'object store';
  return misplaced.right.map(({ what, remedy }) => ({ subject: of, verdict: 'wrong', found: what, remedy }));
};

const filesUnwritable: DiagnosisFinding = {
  subject,
  verdict: 'wrong',
  found: 'files cannot be written to the object store at FILES_URL.',
  remedy: 'Look at what is said of the object store.',
};

/** Says which installation the database is of, and whether it can be written to. */
const installationFinding = async (records: RecordDatabase): Promise<DiagnosisFinding> => {
  const { installation, objects, testWrite } = records;
  const seen = await installation.look();
  if (E.isLeft(seen)) {
    const mark = await installation.readMark();
    const finding = unavailableFinding(seen.left, records);
    if (E.isLeft(mark) || mark.right === null) return finding;
    return { ...finding, found: `${finding.found} The installation id in its mark is ${mark.right.installation}.` };
  }
  const written = await testWrite();
  if (E.isLeft(written))
    return objects.owner !== null && written.left.service === 'files'
      ? filesUnwritable
      : unavailableFinding(written.left, records);
  const found = `it can be written to, and its installation id is ${seen.right.installation}.`;
  return { subject, verdict: 'ok', found, remedy: null };
};

/** How many damaged rows are named, and how many profiles are read at a time. */
const maxNamed = 20;
const profilesPerRead = 100;

const damagedFinding = (subject: string, ids: readonly string[], remedy: string): readonly DiagnosisFinding[] => {
  if (ids.length === 0) return [];
  const more = ids.length > maxNamed ? ` and ${ids.length - maxNamed} more` : '';
  const rows =
    ids.length === 1
      ? 'one row does not open, or contradicts itself'
      : `${ids.length} rows do not open, or contradict themselves`;
  const found = `${rows}: ${ids.slice(0, maxNamed).join(', ')}${more}.`;
  return [{ subject, verdict: 'wrong', found, remedy }];
};

/** The members of staff whose rows do not open. */
const staffFindings = async (records: RecordDatabase): Promise<readonly DiagnosisFinding[]> => {
  const ids: string[] = [];
  const read = await eachPage(
    null,
    (after: string | null) => records.staffDirectory.page(after ?? ''),
    ({ damaged }) => void ids.push(...damaged),
  );
  if (E.isLeft(read)) return [unavailableFinding(read.left, records)];
  return damagedFinding('staff', ids, 'Restore them from the backup, or disable and add them anew.');
};

/**
 * The profiles whose rows do not open. Those that are sealed under a missing key are named where the finding on keys
 * says nothing of them.
 */
const profileFindings = async (
  records: RecordDatabase,
  ofKeys: readonly DiagnosisFinding[],
): Promise<readonly DiagnosisFinding[]> => {
  const ids: string[] = [];
  const isNamed = ({ cause }: LeftOut): boolean => cause !== 'unknown_key' || ofKeys.includes(ownKeys);
  const read = await eachPage(
    null,
    (after: string | null) => records.profiles.scan(after, profilesPerRead),
    ({ damaged }) => void ids.push(...damaged.filter(isNamed).map(({ id }) => id)),
  );
  if (E.isLeft(read)) return [unavailableFinding(read.left, records)];
  const remedy = 'Run npx portcullis ledger verify, which says why, and restore them from the backup.';
  return damagedFinding('profiles', ids, remedy);
};

/** The rights of a PostgreSQL account beyond what a service needs. */
const rightsFindings = async ({ engine, schema }: RecordDatabase): Promise<readonly DiagnosisFinding[]> => {
  if (!('rights' in schema)) return [];
  const checked = await schema.rights();
  if (E.isLeft(checked)) return [unavailableFinding(checked.left, { engine })];
  return checked.right.map(({ what, remedy }) => ({ subject, verdict: 'warning', found: what, remedy }));
};

/**
 * Checks whether the record database can be used as it is. It does not wait for the database. To see whether it can be
 * written to, it raises the number of such writes by one, writes a file and removes it, and changes nothing else.
 */
export const databaseFindings = async (records: RecordDatabase): Promise<readonly DiagnosisFinding[]> => {
  const checked = await records.schema.check({ waitMs: 0 })();
  if (E.isLeft(checked)) return [unavailableFinding(checked.left, records)];
  if (checked.right.length > 0)
    return checked.right.map(({ what, remedy }) => ({ subject, verdict: 'wrong', found: what, remedy }));
  const installation = await installationFinding(records);
  if (installation.verdict !== 'ok') return [installation];
  const ofKeys = await keyFindings(records);
  return [
    databaseOk,
    installation,
    ...(await rightsFindings(records)),
    ...(await objectFindings(records)),
    ...ofKeys,
    ...(await staffFindings(records)),
    ...(await profileFindings(records, ofKeys)),
  ];
};
