import type { CheckModule } from './check-module.ts';
import {
  type CheckInput,
  type CheckResult,
  evidenceIndexes,
  notApplicable,
  passedOrFailed,
} from './shared/check-result.ts';

const countedKinds = ['document', 'device', 'reference'] as const;

const velocityResult = ({ currentEvidence: { sightings }, policy }: CheckInput): CheckResult => {
  if (!sightings) return notApplicable;
  const { attempts } = sightings.value;
  const counted = countedKinds.flatMap((kind) => {
    const count = attempts[kind];
    const limit = policy.velocity[kind];
    return count === null || limit === null ? [] : [{ kind, count, limit }];
  });
  const reasons = counted.flatMap(({ kind, count, limit }) => (count > limit ? [`velocity_${kind}` as const] : []));
  const details = [
    { name: 'window_seconds', value: attempts.windowSeconds, limit: policy.velocity.windowSeconds },
    ...counted.map(({ kind, count, limit }) => ({ name: `attempts.${kind}`, value: count, limit })),
  ].map((detail) => ({ kind: 'value', source: 'register', ...detail }) as const);
  return passedOrFailed(reasons, evidenceIndexes(sightings), { source: 'register', details });
};

/** Checks whether this document, device or reference had too many attempts in the window. Failed attempts count. */
export const velocity: CheckModule<'velocity'> = {
  name: 'velocity',
  reasons: ['velocity_document', 'velocity_device', 'velocity_reference'],
  defaultRequirement: 'optional',
  dependsOn: [],
  steps: { required: [], optional: ['document_front', 'document_back', 'device'], rejected: [] },
  run: velocityResult,
};
