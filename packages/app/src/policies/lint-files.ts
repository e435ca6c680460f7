import type { PolicyFinding } from '@portcullis/domain';
import { findingLine, type Printed } from './printed.ts';
import { readPolicy } from './read-policy.ts';

const counted = (findings: readonly PolicyFinding[], level: PolicyFinding['level']): string => {
  const count = findings.filter((finding) => finding.level === level).length;
  return `${count} ${level}${count === 1 ? '' : 's'}`;
};

/** Lists what is wrong with the policy in each file. */
export const lintFiles = async (files: readonly string[]): Promise<Printed> => {
  const read = await Promise.all(files.map(async (file) => ({ file, ...(await readPolicy(file)) })));
  const all = read.flatMap(({ findings }) => findings);
  return {
    code: all.some(({ level }) => level === 'error') ? 1 : 0,
    lines: [
      ...read.flatMap(({ file, findings }) => findings.map((finding) => findingLine(file, finding))),
      `${counted(all, 'error')}, ${counted(all, 'warning')}`,
    ],
  };
};
