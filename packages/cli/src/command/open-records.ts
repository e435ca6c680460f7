import {
  pocketbaseChainReader,
  pocketbaseClient,
  pocketbaseEncryption,
  pocketbaseFileStore,
  pocketbaseLedgerReader,
  pocketbasePolicyRepository,
  pocketbaseProfileStore,
  pocketbaseRecordScanner,
} from '@portcullis/adapter-pocketbase';
import { type Environment, readDatabaseVariables } from '@portcullis/app/configuration';
import { builtInPolicies, E, policyCatalog } from '@portcullis/domain';
import { keyringOf } from '@portcullis/record-store';
import { misconfiguredResult } from './command-result.ts';

/** Every version of the built-in policy is found by its name, whatever threshold is configured. */
const builtIn = builtInPolicies({ livenessThreshold: 75, specimens: false });

/** Opens the stores of the record database that the environment names, for reading. */
export const openRecords = (env: Environment) => {
  const read = readDatabaseVariables(env);
  if (E.isLeft(read)) return E.left(misconfiguredResult(read.left));
  const { DATABASE_URL: url, DB_USER_EMAIL: email, DB_USER_PASSWORD: password, DATA_KEYS: keys = [] } = read.right;
  const client = pocketbaseClient({ url, email, password });
  const encryption = pocketbaseEncryption(client, keyringOf(keys));
  return E.right({
    profiles: pocketbaseProfileStore(client, encryption),
    ledgerReader: pocketbaseLedgerReader(client, encryption),
    chains: pocketbaseChainReader(client),
    policies: policyCatalog(builtIn, pocketbasePolicyRepository(client)),
    files: pocketbaseFileStore(client, encryption),
    index: pocketbaseRecordScanner(client),
    keyNamed: encryption.serviceKeys.keyNamed,
  });
};

export type Records = Extract<ReturnType<typeof openRecords>, { _tag: 'Right' }>['right'];
