import { randomIds } from '@portcullis/adapter-memory';
import { type Environment, readDatabaseVariables, toFilesConfig } from '@portcullis/app/configuration';
import { openRecordDatabase, type RecordDatabase } from '@portcullis/app/record-database';
import { E, type Either, type PolicyStore, policyCatalog } from '@portcullis/domain';
import { keyringOf } from '@portcullis/record-store';
import { markFaults, type ObjectStore } from '@portcullis/record-store/driver';
import { builtIn } from './built-in.ts';
import { type CommandResult, faultsResult, misconfiguredResult, unavailableResult } from './command-result.ts';
import { openObjects } from './open-objects.ts';

/** The ids of what commands make. */
export const ids = randomIds((bytes) => crypto.getRandomValues(bytes));

/** The record database that the environment names, and the built-in policies beside its own. */
export type Records = RecordDatabase & { readonly policies: PolicyStore };

/** Opens the record database that the environment names, with its object store, or with what is put in its place. */
export const openRecords = (
  env: Environment,
  objectsOf: (objects: ObjectStore | null) => ObjectStore | null = (objects) => objects,
): Either<CommandResult, Records> => {
  const read = readDatabaseVariables(env);
  if (E.isLeft(read)) return E.left(misconfiguredResult(read.left));
  const { DATABASE_URL: url, DB_USER_EMAIL: email, DB_USER_PASSWORD: password } = read.right;
  const installation = read.right.DATABASE_INSTALLATION_ID ?? null;
  const account = { url, email, password };
  const objects = objectsOf(openObjects(toFilesConfig(read.right)));
  const records = openRecordDatabase({
    ...account,
    keyring: keyringOf(read.right.dataKeys.keys),
    installation,
    ids,
    objects,
  });
  return E.right({ ...records, policies: policyCatalog(builtIn, records.policyRepository) });
};

const markedResult = ({ found, remedy }: (typeof markFaults)[keyof typeof markFaults]): CommandResult =>
  faultsResult([{ what: `The record database cannot be used: ${found}`, remedy }]);

/** Refuses a database whose records were moved, one with a copy that is not complete, and another than is required. */
export const refuseMarked = async ({
  installation,
}: Pick<Records, 'installation'>): Promise<Either<CommandResult, void>> => {
  const known = await installation.look();
  if (E.isRight(known)) return E.right(undefined);
  const fault = Object.values(markFaults).find(({ found }) => found === known.left.cause);
  return E.left(fault === undefined ? unavailableResult(known.left) : markedResult(fault));
};

/** The same for a command that only reads. Nothing is created, not even the id of a database that has none. */
const refuseMarkedToRead = async ({
  installation,
}: Pick<Records, 'installation'>): Promise<Either<CommandResult, void>> => {
  const mark = await installation.readMark();
  if (E.isLeft(mark)) return E.left(unavailableResult(mark.left));
  return mark.right === null ? E.right(undefined) : E.left(markedResult(markFaults[mark.right.kind]));
};

/** Refuses a database that other keys have sealed, in the words of a start: its rows would be told as damaged. */
export const requireKeys = async ({ keys }: Pick<Records, 'keys'>): Promise<Either<CommandResult, void>> => {
  const faults = await keys.check();
  if (E.isLeft(faults)) return E.left(unavailableResult(faults.left));
  return faults.right.length > 0 ? E.left(faultsResult(faults.right)) : E.right(undefined);
};

/** Opens the record database for a command that reads what is sealed. */
export const openSealedRecords = async (env: Environment): Promise<Either<CommandResult, Records>> => {
  const opened = openRecords(env);
  if (E.isLeft(opened)) return opened;
  const opens = await requireKeys(opened.right);
  return E.isLeft(opens) ? opens : opened;
};

/**
 * Opens the record database for a command whose answer is kept or acted upon, unless its records were moved, or are not
 * all there yet: what it says would be out of date, and would go on being so.
 */
export const openRecordsToRead = async (env: Environment): Promise<Either<CommandResult, Records>> => {
  const opened = openRecords(env);
  if (E.isLeft(opened)) return opened;
  const marked = await refuseMarkedToRead(opened.right);
  return E.isLeft(marked) ? marked : opened;
};

/**
 * Opens the record database for a command that writes, unless its records were moved, or are not all there yet, or
 * other keys have sealed them.
 */
export const openRecordsToWrite = async (env: Environment): Promise<Either<CommandResult, Records>> => {
  const opened = openRecords(env);
  if (E.isLeft(opened)) return opened;
  const marked = await refuseMarked(opened.right);
  if (E.isLeft(marked)) return marked;
  const opens = await requireKeys(opened.right);
  if (E.isLeft(opens)) return opens;
  const prepared = await opened.right.keys.prepare();
  return E.isLeft(prepared) ? E.left(unavailableResult(prepared.left)) : opened;
};
