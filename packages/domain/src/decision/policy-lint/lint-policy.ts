import { decode } from '../../codec.ts';
import { E } from '../../fp.ts';
import { PolicyCodec } from '../../stored/policy-codec.ts';
import type { Policy } from '../policy.ts';
import { thresholdFindings } from './bands.ts';
import type { PolicyFinding } from './finding.ts';
import { retentionFindings } from './kept.ts';
import { documentListFindings } from './lists.ts';
import { requiredCheckFindings } from './needed.ts';
import { overrideFindings } from './overrides.ts';
import { simulationFindings } from './trial.ts';

/**
 * Returns the findings about a policy, errors first. If there is no error, the policy approves no case whose liveness,
 * face match, machine-readable part, consistency or expiry check has not passed, and it can approve a flawless case.
 */
export const lintPolicy = (policy: Policy): readonly PolicyFinding[] => {
  const form = decode(PolicyCodec, policy);
  if (E.isLeft(form)) return form.left.map((fault) => ({ level: 'error', ...fault }));
  const found = [
    ...requiredCheckFindings(policy),
    ...thresholdFindings(policy),
    ...documentListFindings(policy),
    ...retentionFindings(policy),
    ...overrideFindings(policy),
    ...simulationFindings(policy),
  ];
  const ofLevel = (wanted: PolicyFinding['level']) => found.filter(({ level }) => level === wanted);
  return [...ofLevel('error'), ...ofLevel('warning')];
};
