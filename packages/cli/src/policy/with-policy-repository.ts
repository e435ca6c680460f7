import type { Environment } from '@portcullis/app/configuration';
import { E, type Either, type PolicyRepository } from '@portcullis/domain';
import type { CommandResult } from '../command/command-result.ts';
import { openRecords, type Records } from '../command/open-records.ts';

/** Opens the policy repository of the record database that the environment names, to read it or to write to it. */
export const withPolicyRepository = async (
  env: Environment,
  use: (repository: PolicyRepository) => Promise<CommandResult>,
  open: (env: Environment) => Either<CommandResult, Records> | Promise<Either<CommandResult, Records>> = openRecords,
): Promise<CommandResult> => {
  const records = await open(env);
  return E.isLeft(records) ? records.left : use(records.right.policyRepository);
};
