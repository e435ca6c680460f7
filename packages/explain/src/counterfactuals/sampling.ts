import { isSampled } from '@portcullis/domain/checks';
import type { ExplainContext, FindPerturbations, Perturbation } from './perturbation.ts';

/** The number of ids that are tried until one is not sampled. */
const candidateCount = 8;

/** The same input under another profile id. Device events that were made for the profile are linked to the new id. */
const withProfileId = ({ input, now }: ExplainContext, profileId: string): Perturbation['next'] => ({
  now,
  input: {
    ...input,
    profileId,
    evidence: input.evidence.map((item) =>
      item.kind === 'device' && item.facts?.linkedId === input.profileId
        ? { ...item, facts: { ...item.facts, linkedId: profileId } }
        : item,
    ),
  },
});

/** Gives the profile an id that is not sampled for review. */
export const samplingImprovements: FindPerturbations = (context) => {
  if (!isSampled(context.policy, context.input)) return [];
  const ids = Array.from({ length: candidateCount }, (_, n) => `${context.input.profileId.slice(0, 13)}${n + 10}`);
  const notSampled = ids.find((profileId) => !isSampled(context.policy, { ...context.input, profileId }));
  const perturbation = { what: 'sample', label: 'The draw of the policy', from: 'drawn', to: 'not drawn', size: 1 };
  return notSampled === undefined ? [] : [{ ...perturbation, next: withProfileId(context, notSampled) }];
};
