import { type Config, type ConfigFault, type Environment, readConfig } from '@portcullis/app/configuration';
import { E, type Either } from '@portcullis/domain';
import type { DiagnosisFinding } from '@portcullis/domain/ports';

type EnvironmentResult = { readonly config: Config; readonly findings: readonly DiagnosisFinding[] };

const faultFinding = ({ name, rule }: ConfigFault, verdict: DiagnosisFinding['verdict']): DiagnosisFinding => ({
  subject: `environment ${name}`,
  verdict,
  found: `${rule}.`,
  remedy: 'docs/configuration.md has its rule.',
});

/** The findings on the environment; without a valid configuration nothing else can be checked. */
export const environmentFindings = (env: Environment): Either<readonly DiagnosisFinding[], EnvironmentResult> => {
  const read = readConfig(env);
  if (E.isLeft(read)) return E.left(read.left.map((fault) => faultFinding(fault, 'wrong')));
  const { config, warnings } = read.right;
  const complete: DiagnosisFinding = {
    subject: 'environment',
    verdict: 'ok',
    found: 'every required variable is set and well formed.',
    remedy: null,
  };
  return E.right({ config, findings: [complete, ...warnings.map((fault) => faultFinding(fault, 'warning'))] });
};
