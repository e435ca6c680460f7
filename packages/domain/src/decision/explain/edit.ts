import type { DocumentFacts } from '../../evidence/document-facts.ts';
import type { Evidence } from '../../evidence/evidence.ts';
import type { CaseFile, InForce, Placed } from '../../evidence/in-force.ts';
import type { Policy } from '../policy.ts';

/** Everything on which a decision depends, except its policy. `now` is an ISO 8601 timestamp. */
export type Situation = { readonly file: CaseFile; readonly now: string };

/** A value before or after a change; `null` means that there was, or would be, no value. */
export type EditValue = string | number | boolean | null;

/**
 * One change that is applied to a scenario. `what` names the changed value (`liveness.confidence`), `noun` describes it
 * in words, and `next` is the scenario in which only this value differs.
 */
export type Edit = {
  readonly what: string;
  readonly noun: string;
  readonly from: EditValue;
  readonly to: EditValue;
  /**
   * The size of the change: the share of its range for a number, 1 for a value that is either so or not, and more for
   * several values at once.
   */
  readonly size: number;
  readonly next: Situation;
};

/** A scenario with its policy and what is derived from it, as the functions that find perturbations need it. */
export type Scene = Situation & {
  readonly policy: Policy;
  readonly inForce: InForce;
  readonly facts: DocumentFacts | null;
};

/** Finds the perturbations of one kind. */
export type EditsOf = (scene: Scene) => readonly Edit[];

type Change = Omit<Edit, 'next'>;

const withEvidence = ({ file, now }: Situation, evidence: readonly Evidence[]): Situation => ({
  file: { ...file, evidence },
  now,
});

/** Changes pieces of evidence in place. */
export const editing = <E extends Evidence>(
  scene: Scene,
  placed: readonly Placed<E>[],
  change: (item: E) => Evidence,
  edit: Change,
): Edit => {
  const changed = new Map(placed.map(({ at, item }) => [at, change(item)]));
  return {
    ...edit,
    next: withEvidence(
      scene,
      scene.file.evidence.map((item, at) => changed.get(at) ?? item),
    ),
  };
};

/** Adds evidence that could have been present. */
export const adding = (scene: Scene, evidence: readonly Evidence[], edit: Change): Edit => ({
  ...edit,
  next: withEvidence(scene, [...scene.file.evidence, ...evidence]),
});

/** Changes the time of the decision. */
export const moving = ({ file }: Scene, now: string, edit: Change): Edit => ({ ...edit, next: { file, now } });

/** The distance of two numbers as a share of a range, at most 1. */
export const shareOf = (from: number, to: number, range: number): number =>
  range <= 0 ? 1 : Math.min(1, Math.abs(to - from) / range);

/** The common fields that evidence of the current attempt would have. */
export const markOf = ({ file, now }: Situation): { readonly attempt: number; readonly at: string } => ({
  attempt: file.attempt,
  at: now,
});
