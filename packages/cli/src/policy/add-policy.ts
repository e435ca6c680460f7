import type { Environment } from '@portcullis/app/configuration';
import { E, type Policy, type PolicyRepository } from '@portcullis/domain';
import { audience } from '../command/audience.ts';
import { type CommandResult, findingLine, toFindings, unavailableResult } from '../command/command-result.ts';
import { openRecordsToWrite } from '../command/open-records.ts';
import { readPolicyFile } from '../command/read-policy-file.ts';
import { withPolicyRepository } from './with-policy-repository.ts';

const storePolicy = async (
  repository: PolicyRepository,
  file: string,
  policy: Policy,
  partner: string | null,
): Promise<CommandResult> => {
  const added = await repository.add(policy, partner)();
  const name = `${policy.id} ${policy.version}`;
  if (E.isRight(added)) return { code: 0, lines: [`${name} is kept, for ${audience(partner)}.`] };
  if (added.left._tag === 'Unavailable') return unavailableResult(added.left);
  if (added.left._tag === 'Invalid')
    return { code: 1, lines: toFindings(added.left).map((finding) => findingLine(file, finding)) };
  return {
    code: 1,
    lines: [
      `${name} exists already, with another document or for others to choose. A change needs a version of its own.`,
    ],
  };
};

/** Stores the policy of a file, for every partner or for one, if its lint finds no error. */
export const addPolicy = async (env: Environment, file: string, partner: string | null): Promise<CommandResult> => {
  const { findings, policy } = await readPolicyFile(file);
  const lines = findings.map((finding) => findingLine(file, finding));
  if (policy === null || findings.some(({ level }) => level === 'error'))
    return { code: 1, lines: [...lines, 'Nothing was added.'] };
  const kept = await withPolicyRepository(
    env,
    (repository) => storePolicy(repository, file, policy, partner),
    openRecordsToWrite,
  );
  return { ...kept, lines: [...lines, ...kept.lines] };
};
