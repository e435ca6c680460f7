import type { Policy, ReasonCode } from '@portcullis/domain';
import {
  type CheckName,
  checkModules,
  checkNames,
  defaultAction,
  type FlatPolicy,
  isOutage,
  neverProvenReasons,
  type PolicyAction,
  type ReasonAction,
  reasonCodes,
} from '@portcullis/domain/checks';
import { checkTwins } from '../checks/check-twins.ts';
import { inEveryPath, type LintPath, type PathRule } from './lint-path.ts';
import { errorIf, type PolicyFinding, warningIf } from './policy-finding.ts';

const severity: readonly ReasonAction[] = ['info', 'retry', 'review', 'decline'];

const isMoreLenient = (action: PolicyAction, by: ReasonAction): boolean =>
  severity.indexOf(action) < severity.indexOf(by);

type Paths = readonly FlatPolicy[];

const causesIn = (paths: Paths, reason: ReasonCode): readonly CheckName[] =>
  checkNames.filter((name) => paths.some(({ checks }) => checks[name]) && checkModules[name].reasons.includes(reason));

/** Whether a check is required wherever it stands, so that being content with its reason has no effect anywhere. */
const isAlwaysRequired = (paths: Paths, name: CheckName): boolean =>
  paths.every(({ checks }) => checks[name] !== 'optional');

/** The reasons that leave a required check passed, so that a policy can be content with them. */
const reasonsOfPassed: readonly ReasonCode[] = ['liveness_gentle_challenge'];

/**
 * Checks the override of one reason. The action `info` has no effect if a required check gives the reason: that check
 * has still not passed, so the profile goes to review although the default action might have been a retry. Only the
 * `device` check passes with such a reason, and those of `reasonsOfPassed` leave their check passed.
 */
const overrideFindingsOf = (paths: Paths, reason: ReasonCode, action: PolicyAction): readonly PolicyFinding[] => {
  const pointer = `/actions/${reason}`;
  const tableAction = defaultAction(reason);
  const causes = causesIn(paths, reason);
  if (causes.length === 0) return warningIf(true, pointer, 'is unreachable: no check of this policy gives this reason');
  if (action === tableAction) return warningIf(true, pointer, `is ${tableAction} anyway`);
  if (isOutage(reason))
    return warningIf(action !== 'decline', pointer, 'an outage is reviewed at least, whatever stands here');
  if (action === 'decline' && causes.every((name) => checkTwins[name].isCappedAtReview))
    return warningIf(true, pointer, 'is reviewed at most: what was only seen in a picture declines nobody');
  const [failingCheck] = reasonsOfPassed.includes(reason)
    ? []
    : causes.filter((name) => isAlwaysRequired(paths, name) && name !== 'device');
  if (action === 'info' && isMoreLenient(action, tableAction) && failingCheck)
    return errorIf(true, pointer, `has no effect: ${failingCheck} is required, and has not passed with it`);
  if (action === 'decline' && neverProvenReasons.includes(reason))
    return warningIf(true, pointer, 'is reviewed at most: what nothing proves declines nobody');
  return warningIf(isMoreLenient(action, tableAction), pointer, `is laxer: by itself it is ${tableAction}`);
};

const silencedChecks: PathRule = (policy) =>
  checkNames.flatMap((name) =>
    warningIf(
      policy.checks[name] === 'optional' &&
        checkModules[name].reasons.every(
          (reason) => isOutage(reason) || (policy.actions[reason] ?? defaultAction(reason)) === 'info',
        ),
      `/checks/${name}`,
      'nothing follows from it: each of its reasons only informs',
    ),
  );

/**
 * Checks the action overrides of a policy for those without effect and those that are laxer than the default action.
 */
export const overrideFindings = (paths: readonly LintPath[], { actions }: Policy): readonly PolicyFinding[] => [
  ...reasonCodes.flatMap((reason) => {
    const action = actions[reason];
    const rules = paths.map((path) => path.rules);
    return action === undefined ? [] : overrideFindingsOf(rules, reason, action);
  }),
  ...inEveryPath(silencedChecks)(paths),
];
