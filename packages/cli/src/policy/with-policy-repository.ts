import { pocketbaseClient, pocketbasePolicyRepository } from '@portcullis/adapter-pocketbase';
import { type Environment, readDatabaseVariables } from '@portcullis/app/configuration';
import { E, type PolicyRepository } from '@portcullis/domain';
import { type CommandResult, misconfiguredResult } from '../command/command-result.ts';

/** Opens the policy repository of the record database that the environment names. */
export const withPolicyRepository = async (
  env: Environment,
  use: (repository: PolicyRepository) => Promise<CommandResult>,
): Promise<CommandResult> => {
  const read = readDatabaseVariables(env);
  if (E.isLeft(read)) return misconfiguredResult(read.left);
  const { DATABASE_URL: url, DB_USER_EMAIL: email, DB_USER_PASSWORD: password } = read.right;
  return use(pocketbasePolicyRepository(pocketbaseClient({ url, email, password })));
};
