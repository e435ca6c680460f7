import type { DocumentFacts } from '@portcullis/documents';
import type { Evidence } from '@portcullis/domain';
import type { FlatPolicy } from '@portcullis/domain/checks';
import type { CurrentEvidence, DecisionInput, Indexed } from '@portcullis/domain/evidence';

/** Everything on which a decision depends, except its policy. `now` is an ISO 8601 timestamp. */
export type TimedDecisionInput = { readonly input: DecisionInput; readonly now: string };

/** A value before or after a change; `null` means that there was, or would be, no value. */
export type PerturbationValue = string | number | boolean | null;

/**
 * How a value relates to the limit that a change crosses. `limit` is the limit itself where the changed value lies just
 * beyond it; otherwise it is the changed value. Dates (`YYYY-MM-DD`) have bounds too.
 */
export type Bound = {
  readonly kind: 'at least' | 'at most' | 'less than' | 'more than';
  readonly limit?: number;
};

/** The bound of a value that a change raises or lowers to just within its limit. */
export const boundTowards = (from: number | string, to: number | string): Bound => ({
  kind: to > from ? 'at least' : 'at most',
});

/**
 * One change that is applied to an input. `what` names the changed value (`liveness.confidence`), `label` describes
 * it in words, and `next` is the input in which only this value differs.
 */
export type Perturbation = {
  readonly what: string;
  readonly label: string;
  readonly from: PerturbationValue;
  readonly to: PerturbationValue;
  /**
   * The size of the change: the share of its range for a number, 1 for a value that is either so or not, and more for
   * several values at once.
   */
  readonly size: number;
  /** For a value on a scale: that it need not be exactly the changed value. */
  readonly bound?: Bound;
  /** The change in words, where the sentence that is made from the other fields does not say it well. */
  readonly sentence?: string;
  readonly next: TimedDecisionInput;
};

/** An input with its policy and what is derived from it, as the functions that find perturbations need it. */
export type ExplainContext = TimedDecisionInput & {
  /** The policy of one path. */
  readonly policy: FlatPolicy;
  readonly currentEvidence: CurrentEvidence;
  readonly facts: DocumentFacts | null;
};

/** Finds the perturbations of one kind. */
export type FindPerturbations = (context: ExplainContext) => readonly Perturbation[];

type PerturbationSummary = Omit<Perturbation, 'next'>;

const withEvidence = ({ input, now }: TimedDecisionInput, evidence: readonly Evidence[]): TimedDecisionInput => ({
  input: { ...input, evidence },
  now,
});

/** Changes pieces of evidence in place. */
export const changeEvidence = <E extends Evidence>(
  context: ExplainContext,
  pieces: readonly Indexed<E>[],
  change: (value: E) => Evidence,
  perturbation: PerturbationSummary,
): Perturbation => {
  const changed = new Map(pieces.map(({ index, value }) => [index, change(value)]));
  return {
    ...perturbation,
    next: withEvidence(
      context,
      context.input.evidence.map((value, index) => changed.get(index) ?? value),
    ),
  };
};

/** Adds evidence that could have been present. */
export const addEvidence = (
  context: ExplainContext,
  evidence: readonly Evidence[],
  perturbation: PerturbationSummary,
): Perturbation => ({
  ...perturbation,
  next: withEvidence(context, [...context.input.evidence, ...evidence]),
});

/** Changes the time of the decision. */
export const changeTime = (
  { input }: ExplainContext,
  now: string,
  perturbation: PerturbationSummary,
): Perturbation => ({ ...perturbation, next: { input, now } });

/** The distance of two numbers as a share of a range, at most 1. */
export const relativeDistance = (from: number, to: number, range: number): number =>
  range <= 0 ? 1 : Math.min(1, Math.abs(to - from) / range);

/** The common fields that evidence of the current attempt would have. */
export const evidenceStamp = ({
  input,
  now,
}: TimedDecisionInput): { readonly attempt: number; readonly at: string } => ({
  attempt: input.attempt,
  at: now,
});

/** The next lower value below a threshold. Scores are shown with at most two decimals. */
export const justBelow = (threshold: number): number => Number((threshold - 0.01).toFixed(2));
