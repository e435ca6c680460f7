import type { Environment } from '@portcullis/app/configuration';
import { E } from '@portcullis/domain';
import type { PolicyFinding } from '@portcullis/explain';
import { type CommandResult, findingLine, toFindings, unavailableResult } from '../command/command-result.ts';
import { openRecordsToWrite } from '../command/open-records.ts';
import type { Output } from '../command/output.ts';
import { readPolicyFile } from '../command/read-policy-file.ts';
import { audience } from './show-policies.ts';

const countLevel = (findings: readonly PolicyFinding[], level: PolicyFinding['level']): string => {
  const count = findings.filter((finding) => finding.level === level).length;
  return `${count} ${level}${count === 1 ? '' : 's'}`;
};

/** Prints what is wrong with the policy in each file. */
export const lintFiles = async (files: readonly string[], { print }: Output): Promise<CommandResult> => {
  const read = await Promise.all(files.map(async (file) => ({ file, ...(await readPolicyFile(file)) })));
  for (const { file, findings } of read)
    for (const finding of findings) print(findingLine(file, finding), { file, ...finding });
  const all = read.flatMap(({ findings }) => findings);
  print(`${countLevel(all, 'error')}, ${countLevel(all, 'warning')}`);
  return { code: all.some(({ level }) => level === 'error') ? 1 : 0, lines: [] };
};

/** Stores the policy of a file, for every partner or for one, if its lint finds no error. */
export const addPolicy = async (env: Environment, file: string, partner: string | null): Promise<CommandResult> => {
  const { findings, policy } = await readPolicyFile(file);
  const lines = findings.map((finding) => findingLine(file, finding));
  if (policy === null || findings.some(({ level }) => level === 'error'))
    return { code: 1, lines: [...lines, 'Nothing was added.'] };
  const records = await openRecordsToWrite(env);
  if (E.isLeft(records)) return records.left;
  const added = await records.right.policyRepository.add(policy, partner)();
  const name = `${policy.id} ${policy.version}`;
  if (E.isRight(added)) return { code: 0, lines: [...lines, `${name} is kept, for ${audience(partner)}.`] };
  if (added.left._tag === 'Unavailable') return unavailableResult(added.left);
  if (added.left._tag === 'Invalid')
    return { code: 1, lines: toFindings(added.left).map((finding) => findingLine(file, finding)) };
  const exists = `${name} exists already, with another document or for others to choose. A change needs a version of its own.`;
  return { code: 1, lines: [...lines, exists] };
};
