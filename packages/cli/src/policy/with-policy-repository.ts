import type { Environment } from '@portcullis/app/configuration';
import { E, type PolicyRepository } from '@portcullis/domain';
import type { CommandResult } from '../command/command-result.ts';
import { openRecords } from '../command/open-records.ts';

/** Opens the policy repository of the record database that the environment names. */
export const withPolicyRepository = async (
  env: Environment,
  use: (repository: PolicyRepository) => Promise<CommandResult>,
): Promise<CommandResult> => {
  const records = openRecords(env);
  return E.isLeft(records) ? records.left : use(records.right.policyRepository);
};
