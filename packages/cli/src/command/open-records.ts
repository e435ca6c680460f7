import { randomIds } from '@portcullis/adapter-memory';
import { openRecordStore, type PocketbaseRecordStore } from '@portcullis/adapter-pocketbase';
import { type Environment, readDatabaseVariables } from '@portcullis/app/configuration';
import { E, type Either, type PolicyStore, policyCatalog } from '@portcullis/domain';
import { keyringOf } from '@portcullis/record-store';
import { builtIn } from './built-in.ts';
import { type CommandResult, misconfiguredResult } from './command-result.ts';

const ids = randomIds((bytes) => crypto.getRandomValues(bytes));

/** The record database that the environment names, and the built-in policies beside its own. */
export type Records = PocketbaseRecordStore & { readonly policies: PolicyStore };

/** Opens the record database that the environment names. */
export const openRecords = (env: Environment): Either<CommandResult, Records> => {
  const read = readDatabaseVariables(env);
  if (E.isLeft(read)) return E.left(misconfiguredResult(read.left));
  const { DATABASE_URL: url, DB_USER_EMAIL: email, DB_USER_PASSWORD: password, DATA_KEYS: keys = [] } = read.right;
  const records = openRecordStore({ url, email, password, keyring: keyringOf(keys), ids });
  return E.right({ ...records, policies: policyCatalog(builtIn, records.policyRepository) });
};
