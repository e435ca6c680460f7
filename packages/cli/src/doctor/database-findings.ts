import { databaseOutage } from '@portcullis/app';
import type { RecordDatabase } from '@portcullis/app/record-database';
import { E, type Either, type Unavailable } from '@portcullis/domain';
import { concernsOneRecord } from '@portcullis/domain/kernel';
import type { DiagnosisFinding } from '@portcullis/domain/ports';
import { endpointFindings, profileFindings, staffFindings } from './row-findings.ts';

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
  return concernsOneRecord(failure) ? [ownerDamaged] : [];
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

const orUnavailable = (
  found: Either<Unavailable, readonly DiagnosisFinding[]>,
  records: Engine,
): readonly DiagnosisFinding[] => (E.isLeft(found) ? [unavailableFinding(found.left, records)] : found.right);

/** What the account of a PostgreSQL may do beyond what a service needs, and what a PocketBase does not limit. */
const warningFindings = async ({ engine, schema }: RecordDatabase): Promise<readonly DiagnosisFinding[]> => {
  const checked = await schema.warnings();
  if (E.isLeft(checked)) return [unavailableFinding(checked.left, { engine })];
  return checked.right.map(({ what, remedy }) => ({ subject, verdict: 'warning', found: what, remedy }));
};

/**
 * Checks whether the record database can be used as it is. It does not wait for the database. To see whether it can be
 * written to, it raises the number of such writes by one, writes a file and removes it, and changes nothing else.
 * `opensAll` has it open every profile.
 */
export const databaseFindings = async (
  records: RecordDatabase,
  opensAll: boolean,
): Promise<readonly DiagnosisFinding[]> => {
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
    ...(await warningFindings(records)),
    ...(await objectFindings(records)),
    ...ofKeys,
    ...orUnavailable(await staffFindings(records), records),
    ...orUnavailable(await endpointFindings(records), records),
    ...orUnavailable(await profileFindings(records, { opensAll, namesLocked: ofKeys.includes(ownKeys) }), records),
  ];
};
