import { decode } from '../../codec.ts';
import { E } from '../../fp.ts';
import { PolicyCodec } from '../../stored/policy-codec.ts';
import type { Policy } from '../policy.ts';
import { bands } from './bands.ts';
import type { PolicyFinding } from './finding.ts';
import { kept } from './kept.ts';
import { lists } from './lists.ts';
import { needed } from './needed.ts';
import { overrides } from './overrides.ts';
import { trial } from './trial.ts';

/**
 * Returns the findings about a policy, errors first. If there is no error, the policy approves no case whose liveness,
 * face match, machine-readable part, consistency or expiry check has not passed, and it can approve a flawless case.
 */
export const lintPolicy = (policy: Policy): readonly PolicyFinding[] => {
  const form = decode(PolicyCodec, policy);
  if (E.isLeft(form)) return form.left.map((fault) => ({ level: 'error', ...fault }));
  const found = [
    ...needed(policy),
    ...bands(policy),
    ...lists(policy),
    ...kept(policy),
    ...overrides(policy),
    ...trial(policy),
  ];
  const ofLevel = (wanted: PolicyFinding['level']) => found.filter(({ level }) => level === wanted);
  return [...ofLevel('error'), ...ofLevel('warning')];
};
