import {
  pocketbaseChains,
  pocketbaseClient,
  pocketbaseFileStore,
  pocketbaseHistories,
  pocketbasePolicyRegister,
  pocketbaseProfileStore,
  pocketbaseRecordIndex,
  pocketbaseSealing,
} from '@portcullis/adapter-pocketbase';
import { builtInPolicies, E, policyCatalog } from '@portcullis/domain';
import { keyringOf } from '@portcullis/record-store';
import { type Environment, readDatabaseVariables } from '../config/environment.ts';
import { misconfiguredResult } from './command-result.ts';

/** Every version of the built-in policy is found by its name, whatever threshold is configured. */
const builtIn = builtInPolicies({ livenessThreshold: 75, specimens: false });

/** Opens the stores of the record database that the environment names, for reading. */
export const openRecords = (env: Environment) => {
  const read = readDatabaseVariables(env);
  if (E.isLeft(read)) return E.left(misconfiguredResult(read.left));
  const { DATABASE_URL: url, DB_USER_EMAIL: email, DB_USER_PASSWORD: password, DATA_KEYS: keys = [] } = read.right;
  const client = pocketbaseClient({ url, email, password });
  const sealing = pocketbaseSealing(client, keyringOf(keys));
  return E.right({
    profiles: pocketbaseProfileStore(client, sealing),
    ledgerReader: pocketbaseHistories(client, sealing),
    chains: pocketbaseChains(client),
    policies: policyCatalog(builtIn, pocketbasePolicyRegister(client)),
    files: pocketbaseFileStore(client, sealing),
    index: pocketbaseRecordIndex(client),
    keyNamed: sealing.serviceKeys.keyNamed,
  });
};

export type Records = Extract<ReturnType<typeof openRecords>, { _tag: 'Right' }>['right'];
