import { E, type Policy } from '@portcullis/domain';
import { type FlatPolicy, pathsOf, policyOfPath } from '@portcullis/domain/checks';
import { decode } from '@portcullis/domain/kernel';
import { PolicyCodec } from '@portcullis/domain/serialization';
import { documentListFindings } from './document-lists.ts';
import { overrideFindings } from './overrides.ts';
import type { PolicyFinding } from './policy-finding.ts';
import { requiredCheckFindings } from './required-checks.ts';
import { retentionFindings } from './retention.ts';
import { simulationSteps } from './simulation.ts';
import { thresholdFindings } from './thresholds.ts';

/** The rules that examine the document, before decisions are made under it. */
const lintRules: readonly ((policy: FlatPolicy) => readonly PolicyFinding[])[] = [
  requiredCheckFindings,
  thresholdFindings,
  documentListFindings,
  retentionFindings,
  overrideFindings,
];

/** A finding about one path, at its place in the policy. */
const inPath = (at: number, finding: PolicyFinding): PolicyFinding =>
  /^\/(checks|steps|optionalSteps)\b/.test(finding.pointer)
    ? { ...finding, pointer: `/paths/${at}${finding.pointer}` }
    : finding;

function* pathSteps(policy: FlatPolicy): Generator<void, readonly PolicyFinding[]> {
  const found: PolicyFinding[] = [];
  for (const findingsOf of lintRules) {
    yield;
    found.push(...findingsOf(policy));
  }
  yield;
  found.push(...(yield* simulationSteps(policy)));
  return found;
}

/** The findings about a policy, errors first, in steps of some milliseconds. */
function* lintSteps(policy: Policy): Generator<void, readonly PolicyFinding[]> {
  const form = decode(PolicyCodec, policy);
  if (E.isLeft(form)) return form.left.map((fault) => ({ level: 'error', ...fault }));
  const found: PolicyFinding[] = [];
  for (const [at, path] of pathsOf(policy).entries()) {
    const ofPath = yield* pathSteps(policyOfPath(policy, path));
    found.push(...(policy.paths === undefined ? ofPath : ofPath.map((finding) => inPath(at, finding))));
  }
  const ofLevel = (wanted: PolicyFinding['level']) => found.filter(({ level }) => level === wanted);
  return [...ofLevel('error'), ...ofLevel('warning')];
}

/**
 * Returns the findings about a policy, errors first. If there is no error, the policy approves no case whose liveness,
 * face match, machine-readable part, consistency or expiry check has not passed, and it can approve a flawless case.
 */
export const lintPolicy = (policy: Policy): readonly PolicyFinding[] => {
  const steps = lintSteps(policy);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
};

/** The same findings. `pause` is awaited after each step, so that others get their turn meanwhile. */
export const lintPolicyInSteps = async (
  policy: Policy,
  pause: () => Promise<void>,
): Promise<readonly PolicyFinding[]> => {
  const steps = lintSteps(policy);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    await pause();
  }
};
