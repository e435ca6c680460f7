import type { CommonRules, FaceThresholds } from '../../policy/policy.ts';

/** The thresholds for the scores of a model, without a name those of AWS; `null` where the policy has none for it. */
export const faceThresholds = (
  { faceMatch }: Pick<CommonRules, 'faceMatch'>,
  model: string | undefined,
): FaceThresholds | null => {
  if (model === undefined) return faceMatch;
  const { models = {} } = faceMatch;
  return Object.hasOwn(models, model) ? (models[model] ?? null) : null;
};
