import type { Policy, Step } from '@portcullis/domain';
import { type CheckName, checkModules, checkNames, checksOfStep, type FlatPolicy } from '@portcullis/domain/checks';
import { steps } from '@portcullis/domain/kernel';
import { checkTwins } from '../checks/check-twins.ts';
import type { PathRule } from './lint-path.ts';
import { errorIf, type PolicyFinding, warningIf } from './policy-finding.ts';
import { isIndispensable, missingAlternatives } from './proofs.ts';

const isRequired = ({ checks }: FlatPolicy, name: CheckName): boolean => checks[name] === 'required';

const missingRequirements = (rules: FlatPolicy): readonly PolicyFinding[] => [
  ...errorIf(
    missingAlternatives(rules).length > 0,
    '/checks',
    `${missingAlternatives(rules).join(' or ')} must be required: what is printed alone proves nothing`,
  ),
  ...checkNames.flatMap((name) => {
    const why = checkTwins[name].indispensableBecause;
    return errorIf(
      why !== undefined && isIndispensable(rules, name) && !isRequired(rules, name),
      `/checks/${name}`,
      `must be required: ${why}`,
    );
  }),
  ...warningIf(
    rules.checks.document_authenticity === undefined,
    '/checks/document_authenticity',
    'is absent: nothing else heeds the signs of a forgery that a reader saw',
  ),
];

const missingSteps: PathRule = (policy, ofPath) =>
  checkNames
    .filter((name) => isRequired(policy, name))
    .flatMap((name) => {
      const pointer = `/checks/${name}`;
      const missing = checkModules[name].steps.required.filter((step) => !policy.steps.includes(step));
      const neverRequested = missing.filter((step) => !policy.optionalSteps.includes(step));
      const optionallyRequested = missing.filter((step) => policy.optionalSteps.includes(step));
      return [
        ...errorIf(
          neverRequested.length > 0,
          pointer,
          `can never pass: no step${ofPath} asks for ${neverRequested.join(' and ')}`,
        ),
        ...warningIf(
          optionallyRequested.length > 0,
          pointer,
          `is required, and ${optionallyRequested.join(' and ')} only optional: without it the checks begin and cannot pass`,
        ),
      ];
    });

const unusedSteps = (policy: FlatPolicy): readonly PolicyFinding[] =>
  (['steps', 'optionalSteps'] as const).flatMap((list) =>
    policy[list].flatMap((step, at) =>
      warningIf(
        checksOfStep(step).every((name) => policy.checks[name] === undefined),
        `/${list}/${at}`,
        `${step} is asked for, and no check looks at it`,
      ),
    ),
  );

const isInOrder = ({ steps: requested }: FlatPolicy, first: Step, then: Step): boolean =>
  !requested.includes(first) || !requested.includes(then) || requested.indexOf(first) < requested.indexOf(then);

const biometricOverrideFindings = ({
  biometricOverride,
  review,
}: Pick<Policy, 'biometricOverride' | 'review'>): readonly PolicyFinding[] => [
  ...(biometricOverride === false ? [] : biometricOverride).flatMap((name, at) =>
    warningIf(
      true,
      `/biometricOverride/${at}`,
      `${review?.fourEyes ? 'two reviewers' : 'a reviewer alone'} may approve although ${name} has not passed`,
    ),
  ),
];

/**
 * Checks that a path requires the whole of a proof, and that its steps supply the evidence for every required check.
 */
export const requiredCheckFindings: PathRule = (policy, ofPath) => [
  ...missingRequirements(policy),
  ...missingSteps(policy, ofPath),
  ...unusedSteps(policy),
  ...steps
    .filter((step) => policy.steps.includes(step) && policy.optionalSteps.includes(step))
    .flatMap((step) =>
      warningIf(true, `/optionalSteps/${policy.optionalSteps.indexOf(step)}`, `${step} is required already`),
    ),
  ...warningIf(
    !isInOrder(policy, 'consent', 'liveness'),
    `/steps/${policy.steps.indexOf('consent')}`,
    'comes after liveness, which is refused before it',
  ),
  ...biometricOverrideFindings(policy),
];
