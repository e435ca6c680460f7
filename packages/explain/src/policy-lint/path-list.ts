import type { Policy } from '@portcullis/domain';
import { type CheckName, checkNames, type FlatPolicy } from '@portcullis/domain/checks';
import type { LintPath } from './lint-path.ts';
import { errorIf, type PolicyFinding, warningIf } from './policy-finding.ts';
import { halfOfProof } from './proofs.ts';

const hasSameChecks = (one: FlatPolicy, other: FlatPolicy): boolean =>
  checkNames.every((name) => one.checks[name] === other.checks[name]);

const asksAsMuch = (name: CheckName, earlier: FlatPolicy, later: FlatPolicy): boolean =>
  earlier.checks[name] === undefined ||
  later.checks[name] === 'required' ||
  later.checks[name] === earlier.checks[name];

/** Whether who completes the later path has completed the earlier one with the same evidence, and no worse. */
const isCoveredBy = (later: FlatPolicy, earlier: FlatPolicy): boolean =>
  earlier.steps.every((step) => later.steps.includes(step)) &&
  earlier.optionalSteps.every((step) => later.steps.includes(step) || later.optionalSteps.includes(step)) &&
  checkNames.every((name) => asksAsMuch(name, earlier, later));

const againstEarlier = (path: LintPath, at: number, all: readonly LintPath[]): readonly PolicyFinding[] => {
  const earlier = all.slice(0, at);
  const same = earlier.find(({ rules }) => hasSameChecks(rules, path.rules));
  if (same) return errorIf(true, `/paths/${at}/checks`, `are those of the path ${same.id}: both are one path`);
  const covering = earlier.find(({ rules }) => isCoveredBy(path.rules, rules));
  return warningIf(
    covering !== undefined,
    `/paths/${at}`,
    `is never used: whoever completes it has completed the path ${covering?.id} before it`,
  );
};

/** Checks that each path is another one, and that nothing of what a path proves is demanded of all. */
export const pathListFindings = (paths: readonly LintPath[], { always }: Policy): readonly PolicyFinding[] => [
  ...paths.flatMap(againstEarlier),
  ...checkNames.flatMap((name) =>
    errorIf(
      always?.[name] !== undefined && halfOfProof(name) !== null,
      `/always/${name}`,
      'is a part of what a path proves: it belongs to each path that needs it',
    ),
  ),
];
