import type { ExternalService } from '../kernel/errors.ts';
import type { Step } from '../kernel/steps.ts';
import type { CheckName } from '../policy/check-names.ts';
import type { ReasonCode } from '../policy/reasons.ts';
import type { Check } from './shared/check.ts';
import type { CheckInput, CheckResult } from './shared/check-result.ts';

/** The providers that verify an applicant, by the names of their ports. */
export const verificationProviders = [
  'liveness',
  'browser_credentials',
  'document_reader',
  'faces',
  'device',
] as const satisfies readonly ExternalService[];
export type VerificationProvider = (typeof verificationProviders)[number];

/** How a check relates to the steps of the applicant. */
export type CheckSteps = {
  /** The steps without which the check has no evidence. */
  readonly required: readonly Step[];
  /** The other steps whose evidence the check uses if it is there. */
  readonly optional: readonly Step[];
  /** The steps that count as rejected if the check fails for a reason that a repetition can remedy. */
  readonly rejected: readonly Step[];
};

/** Everything that the domain knows about one check. `registry.ts` makes the tables of all checks from it. */
export type CheckModule<Name extends CheckName = CheckName> = {
  readonly name: Name;
  /** The exact set of reasons that the check can give. */
  readonly reasons: readonly ReasonCode[];
  /** The requirement in the newest edition of the standard policy; `null` if that does not run the check. */
  readonly defaultRequirement: Check['requirement'] | null;
  /** The providers without which the check has no result. */
  readonly dependsOn: readonly VerificationProvider[];
  readonly steps: CheckSteps;
  readonly run: (input: CheckInput) => CheckResult;
};
