import { usualChallenge } from '../../kernel/liveness-challenges.ts';
import type { LivenessThresholds, Policy } from '../../policy/policy.ts';

/** The thresholds that the policy sets for one challenge. One that it does not allow is judged like the usual one. */
const thresholdsOfOne = ({ liveness }: Policy, challenge: string): LivenessThresholds =>
  challenge === 'movement' && liveness.movement ? liveness.movement : liveness;

/**
 * The thresholds of a session. If its challenge and the one that the provider names differ, the stricter ones of both
 * apply.
 */
export const livenessThresholds = (policy: Policy, ...challenges: readonly (string | null)[]): LivenessThresholds => {
  const known = challenges.filter((challenge) => challenge !== null);
  const all = (known.length > 0 ? known : [usualChallenge]).map((challenge) => thresholdsOfOne(policy, challenge));
  return { pass: Math.max(...all.map(({ pass }) => pass)), attack: Math.max(...all.map(({ attack }) => attack)) };
};
