import { E, type Policy } from '@portcullis/domain';
import { decode } from '@portcullis/domain/kernel';
import { PolicyCodec } from '@portcullis/domain/serialization';
import { documentListFindings } from './document-lists.ts';
import { inEveryPath, type LintPath, lintPathsOf } from './lint-path.ts';
import { overrideFindings } from './overrides.ts';
import { pathListFindings } from './path-list.ts';
import type { PolicyFinding } from './policy-finding.ts';
import { requiredCheckFindings } from './required-checks.ts';
import { retentionFindings } from './retention.ts';
import { simulationSteps } from './simulation.ts';
import { modelInUseFindings, thresholdFindings } from './thresholds.ts';

/** The rules that examine the document, before decisions are made under it. */
const lintRules: readonly ((paths: readonly LintPath[], policy: Policy) => readonly PolicyFinding[])[] = [
  pathListFindings,
  inEveryPath(requiredCheckFindings),
  inEveryPath(thresholdFindings),
  inEveryPath(documentListFindings),
  inEveryPath(retentionFindings),
  overrideFindings,
];

/** The findings about a policy, errors first, in steps of some milliseconds. */
function* lintSteps(policy: Policy, faceModel?: string): Generator<void, readonly PolicyFinding[]> {
  const form = decode(PolicyCodec, policy);
  if (E.isLeft(form)) return form.left.map((fault) => ({ level: 'error', ...fault }));
  const found: PolicyFinding[] = [];
  const paths = lintPathsOf(policy);
  for (const findingsOf of [...lintRules, inEveryPath(modelInUseFindings(faceModel))]) {
    yield;
    found.push(...findingsOf(paths, policy));
  }
  yield;
  found.push(...(yield* simulationSteps(paths, policy)));
  const ofLevel = (wanted: PolicyFinding['level']) => found.filter(({ level }) => level === wanted);
  return [...ofLevel('error'), ...ofLevel('warning')];
}

/**
 * Returns the findings about a policy, errors first. If there is no error, the policy approves no case in which no path
 * has passed every check of its proof (of a document: its machine-readable part, consistency and expiry, liveness and
 * face match), and each path can approve a flawless case.
 */
export const lintPolicy = (policy: Policy): readonly PolicyFinding[] => {
  const steps = lintSteps(policy);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
};

/**
 * The same findings, and whether the thresholds of the model in use are absent. `pause` is awaited after each step, so
 * that others get their turn meanwhile.
 */
export const lintPolicyInSteps = async (
  policy: Policy,
  pause: () => Promise<void>,
  faceModel?: string,
): Promise<readonly PolicyFinding[]> => {
  const steps = lintSteps(policy, faceModel);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    await pause();
  }
};
