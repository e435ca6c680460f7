import type { PolicyFinding } from '@portcullis/explain';
import { type CommandResult, findingLine } from '../command/command-result.ts';
import { readPolicyFile } from '../command/read-policy-file.ts';

const countLevel = (findings: readonly PolicyFinding[], level: PolicyFinding['level']): string => {
  const count = findings.filter((finding) => finding.level === level).length;
  return `${count} ${level}${count === 1 ? '' : 's'}`;
};

/** Lists what is wrong with the policy in each file. */
export const lintFiles = async (files: readonly string[]): Promise<CommandResult> => {
  const read = await Promise.all(files.map(async (file) => ({ file, ...(await readPolicyFile(file)) })));
  const all = read.flatMap(({ findings }) => findings);
  return {
    code: all.some(({ level }) => level === 'error') ? 1 : 0,
    lines: [
      ...read.flatMap(({ file, findings }) => findings.map((finding) => findingLine(file, finding))),
      `${countLevel(all, 'error')}, ${countLevel(all, 'warning')}`,
    ],
  };
};
