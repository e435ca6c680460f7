import type { Step } from '@portcullis/domain';
import { type CheckName, checkModules, checkNames, checksOfStep, type FlatPolicy } from '@portcullis/domain/checks';
import { steps } from '@portcullis/domain/kernel';
import { checkTwins } from '../checks/check-twins.ts';
import { errorIf, type PolicyFinding, warningIf } from './policy-finding.ts';

const isRequired = (policy: FlatPolicy, name: CheckName): boolean => policy.checks[name] === 'required';

/**
 * Whether no policy may approve without this check. The machine-readable zone and the barcode are both machine-readable
 * parts, so the MRZ is dispensable if the barcode is required.
 */
export const isIndispensable = (policy: FlatPolicy, name: CheckName): boolean =>
  checkTwins[name].indispensableBecause !== undefined ||
  (name === 'document_mrz' && !isRequired(policy, 'document_barcode'));

const missingRequirements = (policy: FlatPolicy): readonly PolicyFinding[] => [
  ...errorIf(
    !isRequired(policy, 'document_mrz') && !isRequired(policy, 'document_barcode'),
    '/checks',
    'document_mrz or document_barcode must be required: what is printed alone proves nothing',
  ),
  ...checkNames.flatMap((name) => {
    const why = checkTwins[name].indispensableBecause;
    return errorIf(why !== undefined && !isRequired(policy, name), `/checks/${name}`, `must be required: ${why}`);
  }),
  ...warningIf(
    policy.checks.document_authenticity === undefined,
    '/checks/document_authenticity',
    'is absent: nothing else heeds the signs of a forgery that a reader saw',
  ),
];

const missingSteps = (policy: FlatPolicy): readonly PolicyFinding[] =>
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
          `can never pass: no step asks for ${neverRequested.join(' and ')}`,
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

const biometricOverrideFindings = ({ biometricOverride, review }: FlatPolicy): readonly PolicyFinding[] => [
  ...(biometricOverride === false ? [] : biometricOverride).flatMap((name, at) =>
    warningIf(
      true,
      `/biometricOverride/${at}`,
      `${review?.fourEyes ? 'two reviewers' : 'a reviewer alone'} may approve although ${name} has not passed`,
    ),
  ),
];

/**
 * Checks that the indispensable checks are required, and that the requested steps supply the evidence for every
 * required check.
 */
export const requiredCheckFindings = (policy: FlatPolicy): readonly PolicyFinding[] => [
  ...missingRequirements(policy),
  ...missingSteps(policy),
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
